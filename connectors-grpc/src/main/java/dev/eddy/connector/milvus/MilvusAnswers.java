// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import dev.eddy.connector.milvus.proto.FieldData;
import dev.eddy.connector.milvus.proto.SearchResultData;
import dev.eddy.port.PortException;
import dev.eddy.port.VectorIndex.Match;
import dev.eddy.schemas.EffectStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a search found, by record: a server counts rows, and of equal ones leaves out any.
 *
 * @param matches the best records and all that are equal to the last of them; more than are wanted
 * @param complete false where a row that was cut off may belong to them
 */
record MilvusAnswers(List<Match> matches, boolean complete) {
    /** How many rows are asked for a record that is wanted. */
    static final int OVER_FETCH = 4;

    /** How many times as many are asked for when they do not suffice, since the last ones tie: often all do. */
    static final int MANY_TIES = 16;

    /**
     * Reads it.
     *
     * @param limit how many records are wanted
     * @param rows how many were asked for, of each query
     */
    static MilvusAnswers of(SearchResultData data, int limit, int rows) {
        Map<String, Float> best = new HashMap<>();
        rows(data).forEach(row -> best.merge(row.record(), row.score(), Math::max));
        float cutoff = best.values().stream()
                .sorted((left, right) -> Float.compare(right, left))
                .skip(limit - 1L)
                .findFirst()
                .orElse(Float.NEGATIVE_INFINITY);
        List<Match> matches = new ArrayList<>();
        best.forEach((record, score) -> {
            if (score >= cutoff) {
                matches.add(new Match(record, score));
            }
        });
        return new MilvusAnswers(matches, complete(data, cutoff, rows));
    }

    /** The records of one list as they stand there, each by its first row. */
    static List<Match> inOrder(SearchResultData data) {
        Map<String, Match> first = new LinkedHashMap<>();
        rows(data).forEach(row -> first.putIfAbsent(row.record(), row));
        return List.copyOf(first.values());
    }

    private static List<Match> rows(SearchResultData data) {
        List<String> records = texts(data.getFieldsDataList(), "record");
        int total = data.getScoresCount();
        long sum = data.getTopksList().stream().mapToLong(Long::longValue).sum();
        if (total > 0 && records.size() != total || sum != total) {
            throw new PortException(
                    EffectStatus.INVALID,
                    "Milvus answered " + records.size() + " records and " + total + " scores where it counts " + sum);
        }
        return IntStream.range(0, total)
                .mapToObj(row -> new Match(records.get(row), data.getScores(row)))
                .toList();
    }

    /** Whether each query's list has an end, or goes down below what counts. */
    private static boolean complete(SearchResultData data, float cutoff, int rows) {
        int end = 0;
        for (long found : data.getTopksList()) {
            end += (int) found;
            if (found >= rows && data.getScores(end - 1) >= cutoff) {
                return false;
            }
        }
        return true;
    }

    /** Values of a field; empty where nothing was found. */
    static List<String> texts(List<FieldData> fields, String name) {
        return fields.stream()
                .filter(field -> field.getFieldName().equals(name))
                .findFirst()
                .map(field -> List.copyOf(field.getScalars().getStringData().getDataList()))
                .orElse(List.of());
    }

    /** Vectors by record. */
    static Map<String, List<float[]>> vectors(List<FieldData> fields, int length) {
        List<String> records = texts(fields, "record");
        List<Float> elements = fields.stream()
                .filter(field -> field.getFieldName().equals("vector"))
                .findFirst()
                .map(field -> field.getVectors().getFloatVector().getDataList())
                .orElse(List.of());
        if (elements.size() != records.size() * length) {
            throw new PortException(
                    EffectStatus.INVALID,
                    "Milvus answered " + records.size() + " records and " + elements.size()
                            + " numbers of their vectors, expected " + length + " of each");
        }
        Map<String, List<float[]>> vectors = new HashMap<>();
        for (int row = 0; row < records.size(); row++) {
            float[] vector = new float[length];
            for (int i = 0; i < length; i++) {
                vector[i] = elements.get(row * length + i);
            }
            vectors.computeIfAbsent(records.get(row), record -> new ArrayList<>())
                    .add(vector);
        }
        return vectors;
    }

    static long count(List<FieldData> fields) {
        if (fields.size() != 1 || fields.get(0).getScalars().getLongData().getDataCount() != 1) {
            throw new PortException(EffectStatus.INVALID, "Milvus answered a count with " + fields.size() + " fields");
        }
        return fields.get(0).getScalars().getLongData().getData(0);
    }
}
