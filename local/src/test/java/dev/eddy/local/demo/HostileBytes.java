// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;
import org.apache.avro.io.EncoderFactory;

/** Bytes that claim to be more than they are. */
final class HostileBytes {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

    private HostileBytes() {}

    /** The header of a good record, and then a string of two billion bytes. */
    static byte[] lengthBeyondTheEnd(byte[] good) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(good, 0, 10);
        EncoderFactory.get().directBinaryEncoder(out, null).writeLong(Integer.MAX_VALUE - 100);
        return out.toByteArray();
    }

    /** The first half of a good picture. */
    static byte[] pictureCutOff() throws IOException {
        BufferedImage image = new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < 64 * 64; i++) {
            image.setRGB(i % 64, i / 64, i * 0x9E3779B9);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return Arrays.copyOf(out.toByteArray(), out.size() / 2);
    }

    /** A hundred bytes that ask for ten billion pixels. */
    static byte[] pictureBomb() throws IOException {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(header);
        fields.writeInt(100_000);
        fields.writeInt(100_000);
        fields.write(new byte[] {8, 2, 0, 0, 0});
        ByteArrayOutputStream pixels = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(pixels)) {
            deflater.write(new byte[1024]);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(SIGNATURE);
        chunk(out, "IHDR", header.toByteArray());
        chunk(out, "IDAT", pixels.toByteArray());
        chunk(out, "IEND", new byte[0]);
        return out.toByteArray();
    }

    private static void chunk(ByteArrayOutputStream out, String type, byte[] content) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(content.length);
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        data.write(name);
        data.write(content);
        CRC32 check = new CRC32();
        check.update(name);
        check.update(content);
        data.writeInt((int) check.getValue());
    }
}
