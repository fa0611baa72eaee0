// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision;

import dev.eddy.picture.Pixels;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * A picture in shades of grey.
 *
 * @param width in pixels, at least 1
 * @param height in pixels, at least 1
 * @param luminance row by row from the top, 0 for black to 1 for white; not to be changed
 */
public record GrayPicture(int width, int height, float[] luminance) {
    /** Larger pictures are refused before their pixels are decoded. */
    public static final int MAX_PIXELS = 16_777_216;

    public GrayPicture {
        if (width < 1 || height < 1 || luminance.length != width * height) {
            throw new IllegalArgumentException(
                    "a picture of " + width + "x" + height + " pixels cannot have " + luminance.length + " values");
        }
    }

    /** The picture in an encoded file (PNG, JPEG, GIF, BMP); throws INVALID for anything else and for more than {@link #MAX_PIXELS}. */
    public static GrayPicture decode(byte[] file) {
        return of(read(file));
    }

    /** The same without shades of floats, for pictures that are too large for them. */
    public static Pixels decodePixels(byte[] file) {
        BufferedImage image = read(file);
        return Pixels.of(image.getType() == BufferedImage.TYPE_BYTE_GRAY ? image : gray(image));
    }

    private static BufferedImage read(byte[] file) {
        // Not ImageIO's own choice, which puts every picture into a temporary file first.
        try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                throw new PortException(EffectStatus.INVALID, file.length + " bytes are no picture of a known format");
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(in, true, true);
                long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
                if (pixels > MAX_PIXELS) {
                    throw new PortException(
                            EffectStatus.INVALID, "a picture of " + pixels + " pixels; at most " + MAX_PIXELS);
                }
                return reader.read(0);
            } finally {
                reader.dispose();
            }
        } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new PortException(EffectStatus.INVALID, "a picture does not decode: " + e.getMessage(), e);
        }
    }

    /** Shades of an image; transparent parts become white. */
    public static GrayPicture of(BufferedImage image) {
        byte[] shades = ((DataBufferByte) gray(image).getRaster().getDataBuffer()).getData();
        float[] luminance = new float[shades.length];
        for (int i = 0; i < shades.length; i++) {
            luminance[i] = (shades[i] & 0xff) / 255f;
        }
        return new GrayPicture(image.getWidth(), image.getHeight(), luminance);
    }

    private static BufferedImage gray(BufferedImage image) {
        BufferedImage gray = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_GRAY);
        Graphics2D graphics = gray.createGraphics();
        graphics.drawImage(image, 0, 0, Color.WHITE, null);
        graphics.dispose();
        return gray;
    }

    /** The whole picture at another size. */
    public GrayPicture resized(int newWidth, int newHeight) {
        if (newWidth == width && newHeight == height) {
            return this;
        }
        float[] scaled = AreaResampling.resample(luminance, width, height, 0, 0, width, height, newWidth, newHeight);
        return new GrayPicture(newWidth, newHeight, scaled);
    }
}
