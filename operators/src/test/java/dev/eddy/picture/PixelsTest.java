// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.schemas.Region;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PixelsTest {
    @Test
    void shrinkingToAHalfWeighsFourPixelsByATriangle() {
        // Over each new pixel the triangle is four old ones wide: 1, 3, 3, 1 eighths inside, 3, 3, 1 sevenths at the
        // edge.
        assertThat(scaled(grey(8, 1, 0, 80, 160, 240, 80, 0, 40, 200), 4, 1))
                .containsExactly(round(400 / 7.0), round(1360 / 8.0), round(520 / 8.0), round(720 / 7.0));
    }

    @Test
    void enlargingInterpolatesBetweenNeighboursAndRepeatsTheEdges() {
        assertThat(scaled(grey(2, 1, 0, 200), 4, 1)).containsExactly(0, 50, 150, 200);
        assertThat(scaled(grey(1, 2, 0, 200), 1, 4)).containsExactly(0, 50, 150, 200);
    }

    @Test
    void aLineThinnerThanANewPixelDoesNotVanish() {
        int[] samples = new int[60];
        samples[31] = 255;

        assertThat(scaled(grey(60, 1, samples), 6, 1)).satisfies(row -> {
            assertThat(row[2] + row[3]).isBetween(24, 28);
            assertThat(row[3]).isGreaterThan(row[2]);
        });
    }

    @Test
    void anEvenPictureStaysEvenAtAnySize() {
        int[] samples = new int[17 * 13];
        Arrays.fill(samples, 137);

        assertThat(scaled(grey(17, 13, samples), 5, 29)).containsOnly(137).hasSize(5 * 29);
    }

    @Test
    void rowsDoNotSeeEachOtherWhereOnlyTheWidthChanges() {
        Random random = new Random(3);
        for (int height = 1; height <= 9; height++) {
            byte[] samples = new byte[50 * height];
            random.nextBytes(samples);
            Pixels picture = new Pixels(50, height, 1, samples);
            Pixels scaled = picture.scaled(13, height);
            for (int y = 0; y < height; y++) {
                assertThat(scaled.crop(new Region(0, y, 13, y + 1)).samples())
                        .isEqualTo(picture.crop(new Region(0, y, 50, y + 1))
                                .scaled(13, 1)
                                .samples());
            }
        }
    }

    @Test
    void theSameSizeIsTheSamePicture() {
        Pixels pixels = grey(2, 1, 3, 4);

        assertThat(pixels.scaled(2, 1)).isSameAs(pixels);
    }

    @Test
    void aScaledCropSeesNothingBeyondItsEdges() {
        Pixels page = grey(4, 2, 255, 10, 10, 255, 255, 10, 10, 255);

        Pixels crop = page.crop(new Region(1, 0, 3, 2));

        assertThat(unsigned(crop)).containsExactly(10, 10, 10, 10);
        assertThat(scaled(crop, 7, 5)).containsOnly(10);
    }

    @Test
    void coloursKeepToTheirBands() {
        Pixels pixels = new Pixels(2, 1, 3, new byte[] {0, 100, (byte) 200, 100, 0, (byte) 200});

        assertThat(scaled(pixels, 1, 1)).containsExactly(50, 50, 200);
    }

    @Test
    void imagesComeBackAsTheyWere() {
        Pixels grey = grey(3, 2, 0, 50, 100, 150, 200, 250);
        Pixels colour = new Pixels(1, 2, 3, new byte[] {1, 2, 3, 4, 5, 6});

        assertThat(Pixels.of(grey.image()).samples()).isEqualTo(grey.samples());
        assertThat(Pixels.of(colour.image()).samples()).isEqualTo(colour.samples());
    }

    @Test
    void transparentPartsAreWhite() {
        BufferedImage image = new BufferedImage(2, 1, BufferedImage.TYPE_INT_ARGB);
        image.setRGB(1, 0, new Color(10, 20, 30).getRGB());

        assertThat(unsigned(Pixels.of(image))).containsExactly(255, 255, 255, 30, 20, 10);
    }

    @Test
    void aRegionMustBeAPartOfThePicture() {
        Pixels page = grey(2, 1, 0, 0);

        assertThatThrownBy(() -> page.crop(new Region(0, 0, 3, 1))).hasMessageContaining("2 by 1 pixels");
        assertThatThrownBy(() -> page.crop(new Region(1, 0, 1, 1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> page.scaled(0, 1)).hasMessageContaining("0 by 1");
    }

    private static int round(double value) {
        return (int) Math.round(value);
    }

    private static Pixels grey(int width, int height, int... samples) {
        byte[] bytes = new byte[samples.length];
        for (int i = 0; i < samples.length; i++) {
            bytes[i] = (byte) samples[i];
        }
        return new Pixels(width, height, 1, bytes);
    }

    private static int[] scaled(Pixels pixels, int width, int height) {
        return unsigned(pixels.scaled(width, height));
    }

    private static int[] unsigned(Pixels pixels) {
        int[] samples = new int[pixels.samples().length];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = pixels.samples()[i] & 0xff;
        }
        return samples;
    }
}
