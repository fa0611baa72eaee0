// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.vision.GrayPicture;
import dev.eddy.schemas.Sha256;
import org.junit.jupiter.api.Test;

class HandTest {
    @Test
    void theSamePixelsAreDrawnOnEveryMachine() {
        assertThat(Sha256.hex(pixels(draw(0, 0))))
                .isEqualTo("3ac453dd9bd308963767ddd3093fc8f09ee69bdcc703b8ad158d187098834545");
    }

    @Test
    void noTwoHandsAndNoTwoDrawingsAreAlike() {
        assertThat(pixels(draw(0, 0))).isEqualTo(pixels(draw(0, 0)));
        assertThat(pixels(draw(1, 0))).isNotEqualTo(pixels(draw(0, 0)));
        assertThat(pixels(draw(0, 1))).isNotEqualTo(pixels(draw(0, 0)));
    }

    @Test
    void whatIsEncodedIsWhatWasDrawn() {
        Canvas canvas = draw(0, 0);

        assertThat(GrayPicture.decode(canvas.png()).luminance())
                .isEqualTo(canvas.gray().luminance());
    }

    private static Canvas draw(long hand, long drawing) {
        Glyph glyph = new Alphabet(GlyphStyle.FROZEN, 1).character(0);
        return new Hand(GlyphStyle.FROZEN, hand).draw(glyph, Seeds.random(drawing));
    }

    private static byte[] pixels(Canvas canvas) {
        float[] luminance = canvas.gray().luminance();
        byte[] pixels = new byte[luminance.length];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) luminance[i];
        }
        return pixels;
    }
}
