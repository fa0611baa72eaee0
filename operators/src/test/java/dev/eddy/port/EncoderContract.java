// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.EffectStatus;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link Encoder} does. */
public abstract class EncoderContract {
    private Encoder encoder;

    protected abstract Encoder open() throws Exception;

    @BeforeEach
    void openEncoder() throws Exception {
        encoder = open();
    }

    @AfterEach
    void closeEncoder() {
        encoder.close();
    }

    @Test
    void everyTextGetsAVectorOfTheSameLengthInOrder() {
        List<float[]> together =
                await(encoder.texts(List.of("Paris", "the city of Lyon", ""))).vectors();

        assertThat(together).hasSize(3);
        assertThat(together.get(1)).hasSameSizeAs(together.get(0));
        assertThat(together.get(2)).hasSameSizeAs(together.get(0));
        assertThat(await(encoder.texts(List.of("the city of Lyon"))).vectors().get(0))
                .usingComparatorWithPrecision(1e-5f)
                .containsExactly(together.get(1));
    }

    @Test
    void noVectorHasLengthZeroOrIsNoNumber() {
        assertDirections(await(encoder.texts(List.of("Paris", "", "42"))).vectors());
    }

    @Test
    void noTextsGiveNoVectors() {
        assertThat(await(encoder.texts(List.of())).vectors()).isEmpty();
    }

    @Test
    void everyPictureGetsAVectorAsLongAsThoseOfTextsInOrderOrIsRefused() {
        byte[] blue = square(Color.BLUE);
        if (!encoder.seesPictures()) {
            assertFails(encoder.pictures(List.of(blue)), EffectStatus.REJECTED).hasMessageContaining("pictures");
            return;
        }
        int length = await(encoder.texts(List.of("blue"))).vectors().get(0).length;
        List<float[]> together = await(encoder.pictures(List.of(square(Color.RED), blue, square(Color.BLACK))))
                .vectors();

        assertThat(together).hasSize(3).allSatisfy(vector -> assertThat(vector).hasSize(length));
        assertThat(await(encoder.pictures(List.of(blue))).vectors().get(0))
                .usingComparatorWithPrecision(1e-5f)
                .containsExactly(together.get(1));
        assertDirections(together);
        assertThat(await(encoder.pictures(List.of())).vectors()).isEmpty();
    }

    private static void assertDirections(List<float[]> vectors) {
        for (float[] vector : vectors) {
            double square = 0;
            for (float element : vector) {
                square += element * element;
            }
            assertThat(square).isFinite().isPositive();
        }
    }

    /** A picture of one colour, as PNG. */
    public static byte[] square(Color color) {
        BufferedImage image = new BufferedImage(40, 40, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(color);
        graphics.fillRect(0, 0, 40, 40);
        graphics.dispose();
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", png);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
        return png.toByteArray();
    }
}
