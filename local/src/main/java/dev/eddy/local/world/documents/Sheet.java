// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.local.vision.page.Font;
import java.util.ArrayList;
import java.util.List;

/** A page in the making: what is printed so far, and what it states. Not thread-safe. */
final class Sheet {
    final int page;
    private final List<Mark> marks = new ArrayList<>();
    private final List<Fact> facts = new ArrayList<>();

    Sheet(int page) {
        this.page = page;
    }

    PixelBox text(int x, int y, int size, String text) {
        return add(new Mark.Text(x, y, size, text));
    }

    /** Prints a text that ends at a place. */
    PixelBox textTo(int right, int y, int size, String text) {
        return text(right - size * Font.width(text), y, size, text);
    }

    PixelBox textAround(int centre, int y, int size, String text) {
        return text(centre - size * Font.width(text) / 2, y, size, text);
    }

    PixelBox fill(int left, int top, int width, int height, int shade) {
        return add(new Mark.Fill(new PixelBox(left, top, left + width, top + height), shade));
    }

    private PixelBox add(Mark mark) {
        marks.add(mark);
        return mark.box();
    }

    void state(Fact fact) {
        facts.add(fact);
    }

    List<Mark> marks() {
        return marks;
    }

    List<Fact> facts() {
        return facts;
    }
}
