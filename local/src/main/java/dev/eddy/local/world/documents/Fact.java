// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

/**
 * A figure that a document states once.
 *
 * @param page of the world, from 0
 * @param value as printed
 * @param fine whether it is printed at half the usual size
 * @param box what supports it: the row of a table, the sentence, the bar with its value and year; in pixels of the page
 */
record Fact(int page, String metric, int year, String value, Kind kind, boolean fine, PixelBox box) {
    enum Kind {
        TABLE,
        CHART,
        SENTENCE
    }
}
