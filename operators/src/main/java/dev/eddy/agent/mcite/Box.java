// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

/** A box as a model wrote it: corners in pixels of what it was shown, in any order, not negative. */
public record Box(double x1, double y1, double x2, double y2) {}
