// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.schemas;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Number arrays as bytes: ids as unsigned LEB128 varints, floats as 32 bits little endian. Avro's own arrays box every
 * number and cost twenty times as much to read. The buffers read from are left as they were found.
 */
public final class Packed {
    private Packed() {}

    /** Non-negative ints as varints, one to five bytes each. */
    public static ByteBuffer ints(int... values) {
        byte[] out = new byte[values.length * 2 + 8];
        int at = 0;
        for (int value : values) {
            if (value < 0) {
                throw new IllegalArgumentException("ids are not negative, got " + value);
            }
            if (at + 5 > out.length) {
                out = Arrays.copyOf(out, out.length * 2);
            }
            int rest = value;
            while (rest >= 0x80) {
                out[at++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            out[at++] = (byte) rest;
        }
        return ByteBuffer.wrap(out, 0, at).slice();
    }

    /** Reads what {@link #ints} wrote; throws {@link MalformedRecordException} where the last varint is cut off or too long. */
    public static int[] ints(ByteBuffer packed) {
        int end = packed.limit();
        int count = 0;
        for (int i = packed.position(); i < end; i++) {
            if (packed.get(i) >= 0) {
                count++;
            }
        }
        int[] values = new int[count];
        int at = packed.position();
        for (int n = 0; n < count; n++) {
            int value = 0;
            int shift = 0;
            byte b;
            do {
                if (shift > 28) {
                    throw new MalformedRecordException("a varint of more than five bytes", null);
                }
                b = packed.get(at++);
                value |= (b & 0x7f) << shift;
                shift += 7;
            } while (b < 0);
            values[n] = value;
        }
        if (at != end) {
            throw new MalformedRecordException("the last varint of " + packed.remaining() + " bytes is cut off", null);
        }
        return values;
    }

    public static ByteBuffer floats(float... values) {
        ByteBuffer out = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            out.putFloat(value);
        }
        return out.flip().order(ByteOrder.BIG_ENDIAN);
    }

    /** Reads what {@link #floats} wrote; throws {@link MalformedRecordException} for a length that is no multiple of four. */
    public static float[] floats(ByteBuffer packed) {
        if (packed.remaining() % Float.BYTES != 0) {
            throw new MalformedRecordException(packed.remaining() + " bytes are no whole number of floats", null);
        }
        float[] values = new float[packed.remaining() / Float.BYTES];
        packed.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
        return values;
    }

    /** A copy of the bytes. */
    public static byte[] bytes(ByteBuffer packed) {
        byte[] out = new byte[packed.remaining()];
        packed.duplicate().get(out);
        return out;
    }
}
