// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/** The operators of the reward job: they meet trajectories with labels and gather groups, and leave all judging to pure code. */
package dev.eddy.operator.reward;
