// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A named input or output of a model in raw form: elements in row-major order, numbers little-endian, BOOL a byte, BYTES each after
 * its length as 4 bytes. {@link TensorCodec} makes and reads it.
 *
 * @param shape the size of each dimension, none below 0; empty for a single element
 * @param data as many bytes as the shape says
 */
public record Tensor(String name, Datatype datatype, List<Long> shape, ByteString data) {
    /** @throws IllegalArgumentException if the data are not what datatype and shape say */
    public Tensor {
        shape = List.copyOf(shape);
        long elements = elements(name, shape);
        if (datatype == Datatype.BYTES) {
            checkFrames(name, data, elements);
        } else if (elements * datatype.width() != data.size()) {
            throw new IllegalArgumentException("tensor '" + name + "' of " + datatype + shape + " takes "
                    + elements * datatype.width() + " bytes, got " + data.size());
        }
    }

    /** How many elements there are. */
    int elements() {
        return (int) elements(name, shape);
    }

    /** The data to be read from the start. */
    ByteBuffer buffer() {
        return data.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long elements(String name, List<Long> shape) {
        long elements = 1;
        for (long size : shape) {
            if (size < 0) {
                throw new IllegalArgumentException("tensor '" + name + "' has a negative size in its shape " + shape);
            }
            elements = Math.multiplyHigh(elements, size) == 0 ? elements * size : Long.MAX_VALUE;
            if (elements < 0 || elements > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("tensor '" + name + "' of shape " + shape + " has more than "
                        + Integer.MAX_VALUE + " elements");
            }
        }
        return elements;
    }

    private static void checkFrames(String name, ByteString data, long elements) {
        ByteBuffer rest = data.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        long found = 0;
        while (rest.hasRemaining()) {
            int length = rest.remaining() < Integer.BYTES ? -1 : rest.getInt();
            if (length < 0 || length > rest.remaining()) {
                throw new IllegalArgumentException("tensor '" + name + "' of BYTES breaks off in element " + found
                        + ": " + data.size() + " bytes are too few");
            }
            rest.position(rest.position() + length);
            found++;
        }
        if (found != elements) {
            throw new IllegalArgumentException(
                    "tensor '" + name + "' of BYTES has " + found + " elements, its shape says " + elements);
        }
    }
}
