// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.agent.acticl.ActIclSettings;
import dev.eddy.agent.acticl.ActIclText;
import dev.eddy.schemas.BankRecord;
import java.util.List;
import java.util.Map;

/** How many tokens a record takes in a context. Records that differ in their pictures' content alone are counted once. */
final class TokenCounts {
    private static final int SHAPES = 65_536;

    private final ActIclText text = new ActIclText(WordTokenizer.instance(), ActIclSettings.of(Map.of()));
    private final Cache<Shape, Integer> counts =
            Caffeine.newBuilder().maximumSize(SHAPES).executor(Runnable::run).build();

    private record Shape(List<Long> pictures, String text, String target, boolean dense) {}

    /** @param record with its target */
    int of(BankRecord record) {
        List<Long> sizes = record.getPictures().stream()
                .map(picture -> (long) picture.getWidth() << 32 | picture.getHeight())
                .toList();
        Shape shape = new Shape(sizes, record.getText(), record.getTarget(), record.getDense());
        return counts.get(shape, unknown -> text.shot(0, record).tokens().length);
    }
}
