// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

/** What the elements of a tensor are, by the protocol's names. */
public enum Datatype {
    BOOL(1, boolean[].class),
    INT8(1, byte[].class),
    INT16(2, short[].class),
    INT32(4, int[].class),
    INT64(8, long[].class),
    UINT8(1, byte[].class),
    UINT16(2, short[].class),
    UINT32(4, int[].class),
    UINT64(8, long[].class),
    FP16(2, short[].class),
    BF16(2, short[].class),
    FP32(4, float[].class),
    FP64(8, double[].class),
    /** Byte strings, UTF-8 where they are text, each after its length. */
    BYTES(0, byte[][].class);

    private final int width;
    private final Class<?> array;

    Datatype(int width, Class<?> array) {
        this.width = width;
        this.array = array;
    }

    /** Bytes of an element; 0 where each has a length of its own. */
    int width() {
        return width;
    }

    /**
     * The Java array of its elements. Unsigned numbers are in the signed type of their width, as they are in {@link
     * Integer#toUnsignedLong}; 16-bit floating-point numbers are their bits.
     */
    Class<?> array() {
        return array;
    }
}
