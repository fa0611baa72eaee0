// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How the weights of a family stand in a file, which is one of safetensors: its metadata name the family and the form, and hold
 * what the policy was made with.
 *
 * <p>A network is called {@code <head>}, its layers are {@code <head>.0}, {@code <head>.1} and so on. Layer n has an array {@code
 * <head>.n.weight} with a row an input, and {@code <head>.n.bias} with a number an output if it has any; between two layers is a
 * leaky rectifier of slope {@value #LEAK}. So that whoever reads a file can compute with it, and nothing else need be known of a
 * family.
 *
 * @param family whose they are
 * @param format counts up when parameters or features change their meaning
 * @param shapes of all arrays, in the order of the parameters
 * @param notes names of what the policy was made with
 */
public record WeightsForm(String family, int format, List<Shape> shapes, Set<String> notes) {
    /** Slope of the leaky rectifiers for values below 0. */
    public static final float LEAK = 0.1f;

    private static final String FAMILY = "family";
    private static final String FORMAT = "format";

    public WeightsForm {
        shapes = List.copyOf(shapes);
        notes = Set.copyOf(notes);
    }

    /** What one array is called, and how long it is in each dimension. */
    public record Shape(String name, List<Integer> sizes) {
        public Shape {
            sizes = List.copyOf(sizes);
        }

        public Shape(String name, Integer... sizes) {
            this(name, List.of(sizes));
        }

        /** How many numbers it has. */
        public int count() {
            return sizes.stream().reduce(1, Math::multiplyExact);
        }
    }

    /** What a file holds; not to be changed. */
    public record Held(Map<String, String> notes, float[] parameters) {
        /** One of the notes; throws INVALID where it is no number. */
        public float number(String note) {
            try {
                return Float.parseFloat(notes.get(note));
            } catch (NumberFormatException e) {
                throw new PortException(
                        EffectStatus.INVALID,
                        "weights whose '" + note + "' is '" + notes.get(note) + "', no number",
                        e);
            }
        }
    }

    /** The family whose file this is; empty where it does not say. Throws INVALID where it is none of safetensors. */
    static String familyOf(byte[] file) {
        return SafeTensors.read(file).metadata().getOrDefault(FAMILY, "");
    }

    /** The file of parameters and of what the policy was made with. */
    public byte[] write(Map<String, String> held, float[] parameters) {
        Map<String, String> metadata = new HashMap<>(held);
        metadata.put(FAMILY, family);
        metadata.put(FORMAT, Integer.toString(format));
        return new SafeTensors(metadata, shapes, parameters).write();
    }

    /** Reads what {@link #write} wrote; throws INVALID for anything else. */
    public Held read(byte[] file) {
        SafeTensors found = SafeTensors.read(file);
        Map<String, String> metadata = found.metadata();
        if (!family.equals(metadata.get(FAMILY))
                || !Integer.toString(format).equals(metadata.get(FORMAT))
                || !metadata.keySet().containsAll(notes)
                || !found.shapes().equals(shapes)) {
            throw new PortException(
                    EffectStatus.INVALID,
                    "weights of " + metadata + " with " + found.shapes() + "; this release reads those of family "
                            + family + ", format " + format + ", with " + notes + " and " + shapes
                            + ": choose a policy version that it wrote");
        }
        return new Held(metadata, found.values());
    }
}
