// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.SegmentWriter;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.Segment;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenTextTest {
    private static final String PAGE = "a".repeat(64);
    private static final String CROP = "b".repeat(64);

    private final TokenText text = new TokenText(WordTokenizer.instance());

    @Test
    void aPartOfAPageIsTheRenderedCropWhereThereIsOne() {
        List<TokenText.Part> parts = parts(new Region(10, 20, 110, 60), CROP);

        assertThat(parts).hasSize(3);
        assertThat(parts.get(0).text()).isEqualTo("crop ");
        assertThat(parts.get(1).picture())
                .isEqualTo(new TokenText.Shown(PAGE, 640, 256, 160, new TokenText.Cut(10, 20, 100, 40, CROP)));
        assertThat(parts.get(2).text()).isEqualTo("\n");
    }

    @Test
    void aPartThatNobodyRenderedIsAPartOfItsPage() {
        assertThat(parts(new Region(10, 20, 110, 60), null).get(1).picture().cut())
                .isEqualTo(new TokenText.Cut(10, 20, 100, 40, null));
        assertThat(parts(null, null).get(1).picture().cut())
                .as("the whole page")
                .isNull();
    }

    private List<TokenText.Part> parts(Region region, String rendered) {
        PromptSegment written = new SegmentWriter(WordTokenizer.instance())
                .text("crop ")
                .picture(PAGE, region, 640, 256, rendered)
                .text("\n")
                .segment(0, "crop");
        Segment segment = new Segment(
                0, "crop", Packed.ints(written.tokens()), written.tokens().length, written.pictures(), null);
        return text.parts(segment, Packed.bytes(segment.getTokens()));
    }
}
