// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * Opens encoded pictures of unknown origin: bytes, format and size are bounded before any pixel is decoded. Failures are
 * {@link PortException}s: REJECTED for what is out of bounds, INVALID for what does not decode. Thread-safe.
 */
final class PictureDecoder {
    /** By the names of their readers: those that decode row by row, whatever the file says. */
    private static final Set<String> FORMATS = new TreeSet<>(Set.of("png", "jpeg", "gif", "bmp"));

    private final EffectLimits limits;

    PictureDecoder(EffectLimits limits) {
        this.limits = limits;
    }

    record Size(int width, int height) {
        long pixels() {
            return (long) width * height;
        }
    }

    /** What is to be read of a picture whose size is known and within bounds. */
    @FunctionalInterface
    interface Reading<T> {
        T read(ImageReader reader, Size size) throws IOException;
    }

    /** @param picture its hash or address, for messages */
    <T> T decode(String picture, byte[] bytes, Reading<T> reading) {
        if (bytes.length > limits.pictureBytes()) {
            throw rejected(picture, "has " + bytes.length + " bytes, allowed are " + limits.pictureBytes());
        }
        try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes))) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                throw new PortException(
                        EffectStatus.INVALID, "picture " + picture + " is in no format that can be read");
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(in, true, true);
                Size size = new Size(reader.getWidth(0), reader.getHeight(0));
                if (!FORMATS.contains(reader.getFormatName().toLowerCase(Locale.ROOT))) {
                    throw rejected(picture, "is a " + reader.getFormatName() + ", allowed are " + FORMATS);
                }
                if (size.pixels() > limits.picturePixels()) {
                    throw rejected(
                            picture,
                            "is " + size.width + " by " + size.height + " pixels, allowed are " + limits.picturePixels()
                                    + " in all");
                }
                return reading.read(reader, size);
            } finally {
                reader.dispose();
            }
        } catch (PortException e) {
            throw e;
        } catch (IOException | RuntimeException e) { // decoders throw anything at broken input
            throw new PortException(
                    EffectStatus.INVALID, "picture " + picture + " does not decode: " + e.getMessage(), e);
        }
    }

    static PortException rejected(String picture, String why) {
        return new PortException(EffectStatus.REJECTED, "picture " + picture + " " + why);
    }
}
