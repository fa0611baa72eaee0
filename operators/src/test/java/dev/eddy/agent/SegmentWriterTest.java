// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.Picture;
import dev.eddy.schemas.ShownPicture;
import org.junit.jupiter.api.Test;

class SegmentWriterTest {
    private final WordTokenizer tokenizer = WordTokenizer.instance();

    @Test
    void placesPicturesWhereTheirPadsAre() {
        Picture wide = new Picture("a".repeat(64), 64, 32, null);
        Picture tall = new Picture("b".repeat(64), 720, 1280, null);
        PromptSegment segment = new SegmentWriter(tokenizer)
                .text("image q:1 ")
                .picture(wide, 64)
                .text("\nimage q:2 ")
                .picture(tall, 32)
                .text("\n")
                .segment(5, "query");

        assertThat(segment.id()).isEqualTo(5);
        assertThat(segment.kind()).isEqualTo("query");
        assertThat(tokenizer.decode(segment.tokens())).isEqualTo("image q:1 \nimage q:2 \n");
        assertThat(segment.pictures()).extracting(ShownPicture::getTokenCount).containsExactly(2, 28);
        assertThat(segment.pictures())
                .extracting(ShownPicture::getSha256)
                .containsExactly(wide.getSha256(), tall.getSha256());
        for (ShownPicture picture : segment.pictures()) {
            int from = picture.getTokenOffset();
            int to = from + picture.getTokenCount();
            assertThat(segment.tokens()[from - 1]).isEqualTo(tokenizer.visionStart());
            assertThat(segment.tokens()[to]).isEqualTo(tokenizer.visionEnd());
            for (int at = from; at < to; at++) {
                assertThat(segment.tokens()[at]).isEqualTo(tokenizer.imagePad());
            }
            assertThat(picture.getGridT() * picture.getGridH() * picture.getGridW() / 4)
                    .isEqualTo(picture.getTokenCount());
            assertThat(picture.getWidth()).isEqualTo(picture.getGridW() * 16);
            assertThat(picture.getHeight()).isEqualTo(picture.getGridH() * 16);
        }
    }
}
