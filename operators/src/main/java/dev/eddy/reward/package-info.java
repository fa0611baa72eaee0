// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/** Rewards: pure functions from a trajectory and its label to named components and a total, one class an agent. */
package dev.eddy.reward;
