// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Java arrays as {@link Tensor}s and back, without loss for every {@link Datatype}. Writing throws IllegalArgumentException where
 * an array does not fit datatype or shape; reading fails INVALID where a server's tensor is of another datatype than is asked for.
 */
public final class TensorCodec {
    private TensorCodec() {}

    /** A tensor of BOOL. */
    public static Tensor of(String name, boolean[] values, long... shape) {
        ByteBuffer raw = raw(name, Datatype.BOOL, values.getClass(), values.length);
        for (boolean value : values) {
            raw.put((byte) (value ? 1 : 0));
        }
        return tensor(name, Datatype.BOOL, raw, shape);
    }

    /** A tensor of 8-bit numbers. */
    public static Tensor of(String name, Datatype datatype, byte[] values, long... shape) {
        return tensor(
                name,
                datatype,
                raw(name, datatype, values.getClass(), values.length).put(values),
                shape);
    }

    /** A tensor of 16-bit numbers. */
    public static Tensor of(String name, Datatype datatype, short[] values, long... shape) {
        ByteBuffer raw = raw(name, datatype, values.getClass(), values.length);
        raw.asShortBuffer().put(values);
        return tensor(name, datatype, raw, shape);
    }

    /** A tensor of 32-bit integers. */
    public static Tensor of(String name, Datatype datatype, int[] values, long... shape) {
        ByteBuffer raw = raw(name, datatype, values.getClass(), values.length);
        raw.asIntBuffer().put(values);
        return tensor(name, datatype, raw, shape);
    }

    /** A tensor of 64-bit integers. */
    public static Tensor of(String name, Datatype datatype, long[] values, long... shape) {
        ByteBuffer raw = raw(name, datatype, values.getClass(), values.length);
        raw.asLongBuffer().put(values);
        return tensor(name, datatype, raw, shape);
    }

    /** A tensor of FP32. */
    public static Tensor of(String name, float[] values, long... shape) {
        ByteBuffer raw = raw(name, Datatype.FP32, values.getClass(), values.length);
        raw.asFloatBuffer().put(values);
        return tensor(name, Datatype.FP32, raw, shape);
    }

    /** A tensor of FP64. */
    public static Tensor of(String name, double[] values, long... shape) {
        ByteBuffer raw = raw(name, Datatype.FP64, values.getClass(), values.length);
        raw.asDoubleBuffer().put(values);
        return tensor(name, Datatype.FP64, raw, shape);
    }

    /** A tensor of BYTES. */
    public static Tensor of(String name, byte[][] values, long... shape) {
        int size = 0;
        for (byte[] value : values) {
            size = Math.addExact(size, Math.addExact(Integer.BYTES, value.length));
        }
        ByteBuffer raw = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        for (byte[] value : values) {
            raw.putInt(value.length).put(value);
        }
        return tensor(name, Datatype.BYTES, raw, shape);
    }

    /** A tensor of BYTES in one dimension: texts as UTF-8. */
    public static Tensor of(String name, List<String> texts) {
        byte[][] values = texts.stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        return of(name, values, values.length);
    }

    public static boolean[] booleans(Tensor tensor) {
        ByteBuffer raw = read(tensor, boolean[].class);
        boolean[] values = new boolean[tensor.elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = raw.get() != 0;
        }
        return values;
    }

    public static byte[] bytes(Tensor tensor) {
        byte[] values = new byte[tensor.elements()];
        read(tensor, byte[].class).get(values);
        return values;
    }

    public static short[] shorts(Tensor tensor) {
        short[] values = new short[tensor.elements()];
        read(tensor, short[].class).asShortBuffer().get(values);
        return values;
    }

    public static int[] ints(Tensor tensor) {
        int[] values = new int[tensor.elements()];
        read(tensor, int[].class).asIntBuffer().get(values);
        return values;
    }

    public static long[] longs(Tensor tensor) {
        long[] values = new long[tensor.elements()];
        read(tensor, long[].class).asLongBuffer().get(values);
        return values;
    }

    public static float[] floats(Tensor tensor) {
        float[] values = new float[tensor.elements()];
        read(tensor, float[].class).asFloatBuffer().get(values);
        return values;
    }

    public static double[] doubles(Tensor tensor) {
        double[] values = new double[tensor.elements()];
        read(tensor, double[].class).asDoubleBuffer().get(values);
        return values;
    }

    /** The elements of BYTES. */
    public static byte[][] byteStrings(Tensor tensor) {
        ByteBuffer raw = read(tensor, byte[][].class);
        byte[][] values = new byte[tensor.elements()][];
        for (int i = 0; i < values.length; i++) {
            values[i] = new byte[raw.getInt()];
            raw.get(values[i]);
        }
        return values;
    }

    /** The elements of BYTES as texts; fails INVALID where one is no UTF-8. */
    public static List<String> texts(Tensor tensor) {
        List<String> texts = new ArrayList<>();
        for (byte[] value : byteStrings(tensor)) {
            ByteString utf8 = UnsafeByteOperations.unsafeWrap(value);
            if (!utf8.isValidUtf8()) {
                throw new PortException(
                        EffectStatus.INVALID,
                        "element " + texts.size() + " of tensor '" + tensor.name() + "' is no UTF-8");
            }
            texts.add(utf8.toStringUtf8());
        }
        return texts;
    }

    private static ByteBuffer raw(String name, Datatype datatype, Class<?> values, int elements) {
        if (datatype.array() != values) {
            throw new IllegalArgumentException("tensor '" + name + "' of " + datatype + " is made from "
                    + datatype.array().getSimpleName() + ", got " + values.getSimpleName());
        }
        return ByteBuffer.allocate(Math.multiplyExact(elements, datatype.width()))
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The buffer is this method's to keep. */
    private static Tensor tensor(String name, Datatype datatype, ByteBuffer raw, long... shape) {
        List<Long> sizes = new ArrayList<>(shape.length);
        for (long size : shape) {
            sizes.add(size);
        }
        return new Tensor(name, datatype, sizes, UnsafeByteOperations.unsafeWrap(raw.clear()));
    }

    private static ByteBuffer read(Tensor tensor, Class<?> values) {
        if (tensor.datatype().array() != values) {
            throw new PortException(
                    EffectStatus.INVALID,
                    "tensor '" + tensor.name() + "' is of " + tensor.datatype() + tensor.shape()
                            + ", which does not read as " + values.getSimpleName());
        }
        return tensor.buffer();
    }
}
