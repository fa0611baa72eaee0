// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

import java.util.List;

/** A rectangle in pixels, between them where need be; right and bottom edge are outside. */
public record Box(double left, double top, double right, double bottom) {
    public double width() {
        return right - left;
    }

    public double height() {
        return bottom - top;
    }

    public double centreX() {
        return (left + right) / 2;
    }

    public double centreY() {
        return (top + bottom) / 2;
    }

    public double area() {
        return Math.max(0, width()) * Math.max(0, height());
    }

    /** The area that both cover. */
    public double shared(Box other) {
        double width = Math.min(right, other.right) - Math.max(left, other.left);
        double height = Math.min(bottom, other.bottom) - Math.max(top, other.top);
        return width > 0 && height > 0 ? width * height : 0;
    }

    /** The share of the narrower one's width at which both stand. */
    double overlapX(Box other) {
        double both = Math.min(right, other.right) - Math.max(left, other.left);
        return Math.max(0, both) / Math.min(width(), other.width());
    }

    public Box with(Box other) {
        return new Box(
                Math.min(left, other.left),
                Math.min(top, other.top),
                Math.max(right, other.right),
                Math.max(bottom, other.bottom));
    }

    public Box grown(double by) {
        return new Box(left - by, top - by, right + by, bottom + by);
    }

    /** What of it lies inside another. */
    public Box within(Box other) {
        return new Box(
                Math.max(left, other.left),
                Math.max(top, other.top),
                Math.min(right, other.right),
                Math.min(bottom, other.bottom));
    }

    /** The same place where everything is larger by factors and then moved. */
    public Box mapped(double scaleX, double scaleY, double moveX, double moveY) {
        return new Box(left * scaleX + moveX, top * scaleY + moveY, right * scaleX + moveX, bottom * scaleY + moveY);
    }

    /** The smallest box around the words; there is at least one. */
    static Box around(List<Word> words) {
        return words.stream().map(Word::box).reduce(Box::with).orElseThrow();
    }
}
