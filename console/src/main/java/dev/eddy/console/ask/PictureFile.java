// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.ask;

import dev.eddy.console.UserError;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/** A picture read from disk within bounds. Its bytes are kept as they are. */
public record PictureFile(byte[] content, int width, int height) {
    /**
     * Reads and decodes a file. The size is looked at before the file is read, the pixels before it is decoded.
     *
     * @throws UserError naming the bound that it breaks, or why it is no picture
     */
    public static PictureFile read(Path file, long maxBytes, long maxPixels) {
        try {
            long size = Files.size(file);
            if (size > maxBytes) {
                throw new UserError("the picture " + file + " has " + size + " bytes, more than ask.max-picture-size ("
                        + maxBytes + ")");
            }
            byte[] content = Files.readAllBytes(file);
            try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(content))) {
                Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
                if (!readers.hasNext()) {
                    throw new UserError("the file " + file + " is no picture that Java reads (PNG, JPEG, GIF, BMP)");
                }
                return decode(file, content, readers.next(), in, maxPixels);
            }
        } catch (IOException e) {
            throw new UserError("the picture " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static PictureFile decode(
            Path file, byte[] content, ImageReader reader, ImageInputStream in, long maxPixels) throws IOException {
        try {
            reader.setInput(in, true, true);
            long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
            if (pixels > maxPixels) {
                throw new UserError("the picture " + file + " has " + reader.getWidth(0) + " by " + reader.getHeight(0)
                        + " pixels, more than ask.max-picture-pixels (" + maxPixels + ")");
            }
            BufferedImage decoded = reader.read(0);
            return new PictureFile(content, decoded.getWidth(), decoded.getHeight());
        } catch (RuntimeException e) {
            if (e instanceof UserError) {
                throw e;
            }
            throw new IOException("it is broken: " + e.getMessage(), e); // decoders throw what they like on such input
        } finally {
            reader.dispose();
        }
    }
}
