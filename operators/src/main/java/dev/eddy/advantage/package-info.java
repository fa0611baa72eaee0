// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/** The formulas between rewards and gradients: advantages, clipped losses, divergences, importance ratios. Pure. */
package dev.eddy.advantage;
