// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddy.local.policy.WeightsForm.Shape;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Arrays of floats by name in the safetensors format, which Python's libraries and inference servers read: the length of a header
 * in 8 bytes, the header in JSON, the numbers, all little endian. The arrays stand one after the other in the order of the list.
 *
 * @param metadata texts of the header that describe no array
 * @param shapes one an array
 * @param values of all arrays, in their order, rows first; not to be changed
 */
record SafeTensors(Map<String, String> metadata, List<Shape> shapes, float[] values) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};
    private static final TypeReference<List<Integer>> SIZES = new TypeReference<>() {};
    private static final String METADATA = "__metadata__";
    private static final String FLOATS = "F32";

    SafeTensors {
        metadata = Map.copyOf(metadata);
        shapes = List.copyOf(shapes);
    }

    /** The same bytes for the same content. */
    byte[] write() {
        ObjectNode header = JSON.createObjectNode();
        ObjectNode texts = header.putObject(METADATA);
        metadata.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue()));
        int at = 0;
        for (Shape shape : shapes) {
            int end = at + shape.count() * Float.BYTES;
            ObjectNode entry = header.putObject(shape.name()).put("dtype", FLOATS);
            shape.sizes().forEach(entry.putArray("shape")::add);
            entry.putArray("data_offsets").add(at).add(end);
            at = end;
        }
        if (at != values.length * Float.BYTES) {
            throw new IllegalArgumentException(values.length + " numbers for the shapes " + shapes);
        }
        byte[] written = aligned(header.toString()).getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(Long.BYTES + written.length + at).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(written.length).put(written).asFloatBuffer().put(values);
        return out.array();
    }

    /** With the spaces after it that let the numbers begin at a multiple of 8 bytes. */
    private static String aligned(String header) {
        int over = header.getBytes(StandardCharsets.UTF_8).length % Long.BYTES;
        return over == 0 ? header : header + " ".repeat(Long.BYTES - over);
    }

    /** Reads a file of floats that stand in the order of the header without a gap; throws INVALID for anything else. */
    static SafeTensors read(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        long length = file.length < Long.BYTES ? -1 : in.getLong();
        if (length < 2 || length > in.remaining()) {
            throw invalid(file, "no header of safetensors", null);
        }
        try {
            JsonNode header = JSON.readTree(file, Long.BYTES, (int) length);
            List<Shape> shapes = new ArrayList<>();
            int at = 0;
            for (Map.Entry<String, JsonNode> entry : header.properties()) {
                if (!entry.getKey().equals(METADATA)) {
                    Shape shape = new Shape(
                            entry.getKey(), JSON.convertValue(entry.getValue().path("shape"), SIZES));
                    int end = Math.addExact(at, Math.multiplyExact(shape.count(), Float.BYTES));
                    if (!entry.getValue().path("dtype").asText().equals(FLOATS)
                            || !entry.getValue().path("data_offsets").equals(JSON.valueToTree(List.of(at, end)))) {
                        throw invalid(file, "no array '" + shape.name() + "' of floats at byte " + at, null);
                    }
                    shapes.add(shape);
                    at = end;
                }
            }
            if (at != in.remaining() - length) {
                throw invalid(file, "arrays of " + at + " bytes", null);
            }
            float[] values = new float[at / Float.BYTES];
            in.position(Long.BYTES + (int) length);
            in.asFloatBuffer().get(values);
            return new SafeTensors(metadata(header), shapes, values);
        } catch (IOException | IllegalArgumentException | NullPointerException | ArithmeticException e) {
            throw invalid(file, "a broken header", e);
        }
    }

    private static Map<String, String> metadata(JsonNode header) {
        return header.has(METADATA) ? JSON.convertValue(header.get(METADATA), TEXTS) : Map.of();
    }

    private static PortException invalid(byte[] file, String what, Exception cause) {
        return new PortException(EffectStatus.INVALID, file.length + " bytes are no weights: they have " + what, cause);
    }
}
