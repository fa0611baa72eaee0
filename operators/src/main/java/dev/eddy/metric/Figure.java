// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import java.util.Map;

/**
 * One number of a window.
 *
 * @param labels beside those of its series
 * @param count of what it is the mean of, so that means of several windows can be joined
 */
public record Figure(String name, Map<String, String> labels, double value, long count) {
    public Figure {
        labels = Map.copyOf(labels);
    }
}
