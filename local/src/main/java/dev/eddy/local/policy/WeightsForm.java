// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How weights stand in a file, little endian: eight letters that name the family, the format's version, the sizes of the
 * layers, constants that the policy was made with as floats, the number of parameters, the parameters as floats.
 *
 * @param letters eight, of the family
 * @param format counts up when parameters or features change their meaning
 * @param sizes of the layers
 * @param constants how many
 * @param parameters how many
 */
public record WeightsForm(String letters, int format, List<Integer> sizes, int constants, int parameters) {
    public WeightsForm {
        sizes = List.copyOf(sizes);
        if (letters.length() != Long.BYTES) {
            throw new IllegalArgumentException("weights begin with eight letters, got '" + letters + "'");
        }
    }

    /** What a file holds; not to be changed. */
    public record Held(float[] constants, float[] parameters) {}

    private int header() {
        return Long.BYTES + (2 + sizes.size()) * Integer.BYTES + constants * Float.BYTES;
    }

    /** Whether the file begins with this family's letters. */
    boolean begins(byte[] file) {
        return file.length >= Long.BYTES
                && new String(file, 0, Long.BYTES, StandardCharsets.ISO_8859_1).equals(letters);
    }

    /** The file of so many constants and parameters as the form has. */
    public byte[] write(float[] ofConstants, float[] ofParameters) {
        ByteBuffer out =
                ByteBuffer.allocate(header() + parameters * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.put(letters.getBytes(StandardCharsets.ISO_8859_1)).putInt(format);
        sizes.forEach(out::putInt);
        for (float constant : ofConstants) {
            out.putFloat(constant);
        }
        out.putInt(parameters);
        out.asFloatBuffer().put(ofParameters);
        return out.array();
    }

    /** Reads what {@link #write} wrote; throws INVALID for anything else. */
    public Held read(byte[] file) {
        if (!begins(file) || file.length < header()) {
            throw new PortException(
                    EffectStatus.INVALID, file.length + " bytes are no weights that begin with " + letters);
        }
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).position(Long.BYTES);
        int found = in.getInt();
        List<Integer> shape = sizes.stream().map(size -> in.getInt()).toList();
        float[] heldConstants = new float[constants];
        for (int i = 0; i < constants; i++) {
            heldConstants[i] = in.getFloat();
        }
        int count = in.getInt();
        if (found != format || !shape.equals(sizes) || count != parameters || in.remaining() != count * Float.BYTES) {
            throw new PortException(
                    EffectStatus.INVALID,
                    "weights of format " + found + ", shape " + shape + " with " + count + " parameters in "
                            + file.length + " bytes; this release reads format " + format + ", shape " + sizes
                            + " with " + parameters + ": choose a policy version that it wrote");
        }
        float[] heldParameters = new float[parameters];
        in.asFloatBuffer().get(heldParameters);
        return new Held(heldConstants, heldParameters);
    }
}
