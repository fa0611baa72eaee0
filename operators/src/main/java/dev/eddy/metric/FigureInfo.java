// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

/**
 * What a figure of runs is.
 *
 * @param name as stats, reward components or derived metrics have it; a last {@code #} stands for a number
 * @param unit such as {@code ratio}, or what is counted
 */
public record FigureInfo(String name, String unit, String meaning) {}
