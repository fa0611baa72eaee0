// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.picture.Pixels;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Encodes a page as a PNG of one byte a pixel. The noise of a scan holds no repetitions, so that only the lengths of codes are
 * chosen: a tenth of the time that the usual writer takes, and a smaller file.
 */
final class PageFile {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final byte BITS = 8;

    private PageFile() {}

    /** @param page of one band */
    static byte[] png(Pixels page) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(page.samples().length / 4);
        out.writeBytes(SIGNATURE);
        ByteBuffer header = ByteBuffer.allocate(13).putInt(page.width()).putInt(page.height());
        chunk(out, "IHDR", header.put(BITS).array()); // grey, no filter of a row, not interlaced: all 0
        chunk(out, "IDAT", deflated(page));
        chunk(out, "IEND", new byte[0]);
        return out.toByteArray();
    }

    private static byte[] deflated(Pixels page) {
        byte[] rows = new byte[(page.width() + 1) * page.height()];
        for (int y = 0; y < page.height(); y++) {
            System.arraycopy(page.samples(), y * page.width(), rows, y * (page.width() + 1) + 1, page.width());
        }
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        deflater.setStrategy(Deflater.HUFFMAN_ONLY);
        deflater.setInput(rows);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream(rows.length / 4);
        byte[] buffer = new byte[1 << 16];
        while (!deflater.finished()) {
            out.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return out.toByteArray();
    }

    private static void chunk(ByteArrayOutputStream out, String type, byte[] data) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 check = new CRC32();
        check.update(name);
        check.update(data);
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(data.length).array());
        out.writeBytes(name);
        out.writeBytes(data);
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                .putInt((int) check.getValue())
                .array());
    }
}
