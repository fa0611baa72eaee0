// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/** How right an answer is, by metric name, and which figures the stream of scored trajectories gives. Pure. */
package dev.eddy.metric;
