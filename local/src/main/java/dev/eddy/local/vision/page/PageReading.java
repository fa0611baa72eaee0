// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

import dev.eddy.picture.Pixels;
import java.util.List;
import java.util.stream.Stream;

/**
 * What can be read in a view of a page. Equal for equal pixels and scales. Immutable.
 *
 * @param width of the view in pixels
 * @param height of the view in pixels
 * @param scale pixels of the view a pixel of the page
 */
public record PageReading(int width, int height, double scale, List<Block> blocks) {
    public PageReading {
        blocks = List.copyOf(blocks);
    }

    /** Reads a view: some milliseconds for a page, one for a crop. */
    public static PageReading of(Pixels view, double scale) {
        Print print = Print.of(view, scale);
        WordReader reader = new WordReader(print);
        List<Block> blocks = Segmentation.blocks(print.marked(), scale).stream()
                .map(area -> Block.of(area, reader.read(WordFinder.words(print.ink(), area)), print))
                .toList();
        return new PageReading(view.width(), view.height(), scale, blocks);
    }

    /** All words, block by block. */
    public Stream<Word> words() {
        return blocks.stream().flatMap(block -> block.rows().stream()).flatMap(List::stream);
    }
}
