// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.port.PortException;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PictureDescriptorTest {
    @Test
    void aVectorHasUnitLengthAndNoNegativeNumber() {
        float[] vector = PictureDescriptor.of(cross(105, 30, 30, 40, Color.WHITE, Color.BLACK));

        assertThat(vector).hasSize(392);
        assertThat(cosine(vector, vector)).isCloseTo(1f, within(1e-5f));
        for (float value : vector) {
            assertThat(value).isGreaterThanOrEqualTo(0);
        }
    }

    @Test
    void placeSizeAndPolarityOfADrawingDoNotMatter() {
        float[] first = PictureDescriptor.of(cross(105, 10, 15, 40, Color.WHITE, Color.BLACK));
        float[] moved = PictureDescriptor.of(cross(105, 40, 50, 40, Color.WHITE, Color.BLACK));
        float[] larger = PictureDescriptor.of(cross(210, 60, 70, 80, Color.WHITE, Color.BLACK));
        float[] inverted = PictureDescriptor.of(cross(105, 10, 15, 40, Color.BLACK, Color.WHITE));

        assertThat(cosine(first, moved)).isCloseTo(1f, within(1e-4f));
        assertThat(cosine(first, larger)).isGreaterThan(0.97f);
        assertThat(cosine(first, inverted)).isCloseTo(1f, within(1e-4f));
    }

    @Test
    void aStrokeFallsIntoTheOrientationOfItsGradient() {
        BufferedImage image = new BufferedImage(64, 64, BufferedImage.TYPE_BYTE_GRAY);
        Graphics2D graphics = paper(image, Color.WHITE, Color.BLACK);
        graphics.drawLine(32, 8, 32, 56);
        graphics.dispose();

        float[] vector = PictureDescriptor.of(GrayPicture.of(image));

        float[] byOrientation = new float[8];
        for (int i = 0; i < vector.length; i++) {
            byOrientation[i % 8] += vector[i] * vector[i];
        }
        assertThat(byOrientation[0]).isGreaterThan(0.8f);
    }

    @Test
    void aBlankPictureIsLikeNothing() {
        BufferedImage image = new BufferedImage(32, 32, BufferedImage.TYPE_BYTE_GRAY);

        assertThat(PictureDescriptor.of(GrayPicture.of(image))).containsOnly(0f);
    }

    @Test
    void decodingGivesThePixelsThatWereEncoded() throws IOException {
        BufferedImage image = new BufferedImage(3, 2, BufferedImage.TYPE_INT_ARGB);
        image.setRGB(1, 1, 0xff000000);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        ImageIO.write(image, "png", file);

        GrayPicture picture = GrayPicture.decode(file.toByteArray());

        assertThat(picture.width()).isEqualTo(3);
        assertThat(picture.luminance()).containsExactly(1, 1, 1, 1, 0, 1);
        byte[] broken = Arrays.copyOf(file.toByteArray(), file.size() / 2);
        assertThatThrownBy(() -> GrayPicture.decode(broken)).isInstanceOf(PortException.class);
        assertThatThrownBy(() -> GrayPicture.decode(new byte[10]))
                .isInstanceOf(PortException.class)
                .hasMessageContaining("10 bytes");
    }

    @Test
    void resizingKeepsTheMeanShade() {
        GrayPicture picture = new GrayPicture(3, 1, new float[] {0, 0.5f, 1});

        GrayPicture resized = picture.resized(2, 2);

        assertThat(resized.luminance()).containsExactly(new float[] {1 / 6f, 5 / 6f, 1 / 6f, 5 / 6f}, within(1e-6f));
    }

    private static GrayPicture cross(int side, int x, int y, int size, Color paper, Color ink) {
        BufferedImage image = new BufferedImage(side, side, BufferedImage.TYPE_BYTE_GRAY);
        Graphics2D graphics = paper(image, paper, ink);
        graphics.setStroke(new BasicStroke(size / 20f));
        graphics.drawLine(x, y, x + size, y + size);
        graphics.drawLine(x, y + size / 2, x + size, y + size / 2);
        graphics.dispose();
        return GrayPicture.of(image);
    }

    private static Graphics2D paper(BufferedImage image, Color paper, Color ink) {
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(paper);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        graphics.setColor(ink);
        return graphics;
    }

    private static float cosine(float[] a, float[] b) {
        float sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
