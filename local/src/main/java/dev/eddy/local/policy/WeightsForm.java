// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * How weights stand in a file, little endian: eight letters that name the family, the format's version, the sizes of the
 * layers, what the policy was made with as texts (each after its length) and as floats, the number of parameters, the parameters
 * as floats.
 *
 * @param letters eight, of the family
 * @param format counts up when parameters or features change their meaning
 * @param sizes of the layers
 * @param texts how many
 * @param constants how many
 * @param parameters how many
 */
public record WeightsForm(String letters, int format, List<Integer> sizes, int texts, int constants, int parameters) {
    public WeightsForm {
        sizes = List.copyOf(sizes);
        if (letters.length() != Long.BYTES) {
            throw new IllegalArgumentException("weights begin with eight letters, got '" + letters + "'");
        }
    }

    /** A form without texts. */
    public WeightsForm(String letters, int format, List<Integer> sizes, int constants, int parameters) {
        this(letters, format, sizes, 0, constants, parameters);
    }

    /** What a file holds; not to be changed. */
    public record Held(List<String> texts, float[] constants, float[] parameters) {}

    /** Whether the file begins with this family's letters. */
    boolean begins(byte[] file) {
        return file.length >= Long.BYTES
                && new String(file, 0, Long.BYTES, StandardCharsets.ISO_8859_1).equals(letters);
    }

    /** The file of a form without texts. */
    public byte[] write(float[] ofConstants, float[] ofParameters) {
        return write(new Held(List.of(), ofConstants, ofParameters));
    }

    /** The file of as many texts, constants and parameters as the form has. */
    public byte[] write(Held held) {
        List<byte[]> encoded = held.texts.stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
        int length = Long.BYTES + (2 + sizes.size()) * Integer.BYTES + (constants + parameters) * Float.BYTES;
        for (byte[] text : encoded) {
            length += Integer.BYTES + text.length;
        }
        ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        out.put(letters.getBytes(StandardCharsets.ISO_8859_1)).putInt(format);
        sizes.forEach(out::putInt);
        encoded.forEach(text -> out.putInt(text.length).put(text));
        for (float constant : held.constants) {
            out.putFloat(constant);
        }
        out.putInt(parameters);
        out.asFloatBuffer().put(held.parameters);
        return out.array();
    }

    /** Reads what {@link #write} wrote; throws INVALID for anything else. */
    public Held read(byte[] file) {
        if (!begins(file)) {
            throw new PortException(
                    EffectStatus.INVALID, file.length + " bytes are no weights that begin with " + letters);
        }
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).position(Long.BYTES);
        try {
            int found = in.getInt();
            List<Integer> shape = sizes.stream().map(size -> in.getInt()).toList();
            if (found != format || !shape.equals(sizes)) {
                throw other(file, found, shape);
            }
            List<String> heldTexts = new ArrayList<>();
            for (int i = 0; i < texts; i++) {
                byte[] text = new byte[Math.max(0, Math.min(in.getInt(), in.remaining()))];
                in.get(text);
                heldTexts.add(new String(text, StandardCharsets.UTF_8));
            }
            float[] heldConstants = new float[constants];
            for (int i = 0; i < constants; i++) {
                heldConstants[i] = in.getFloat();
            }
            if (in.getInt() != parameters || in.remaining() != parameters * Float.BYTES) {
                throw other(file, found, shape);
            }
            float[] heldParameters = new float[parameters];
            in.asFloatBuffer().get(heldParameters);
            return new Held(heldTexts, heldConstants, heldParameters);
        } catch (BufferUnderflowException e) {
            throw new PortException(EffectStatus.INVALID, file.length + " bytes are no weights: they break off", e);
        }
    }

    private PortException other(byte[] file, int found, List<Integer> shape) {
        return new PortException(
                EffectStatus.INVALID,
                "weights of format " + found + " and shape " + shape + " in " + file.length
                        + " bytes; this release reads format " + format + ", shape " + sizes + " with " + parameters
                        + " parameters: choose a policy version that it wrote");
    }
}
