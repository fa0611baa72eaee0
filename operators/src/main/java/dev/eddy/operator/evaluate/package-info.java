// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/** The operators of the eval job: figures of agents, groups and trainers over short windows. */
package dev.eddy.operator.evaluate;
