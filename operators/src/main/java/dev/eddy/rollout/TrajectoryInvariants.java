// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.VisualTokens;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.ShownPicture;
import dev.eddy.schemas.VersionRun;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a trainer may take for granted about a trajectory: one log-probability, mask entry and policy version a sampled token,
 * pictures that lie exactly on their pad tokens, prompts that expand to the ids that were shown.
 */
public final class TrajectoryInvariants {
    /** Begins the error of a trajectory that violates one. */
    public static final String BROKEN = "broken record: ";

    private TrajectoryInvariants() {}

    /**
     * The first thing that is wrong, or null.
     *
     * @param segments whole, none of them left to the blob store
     * @param imagePad the tokenizer's
     */
    public static String firstViolation(List<Segment> segments, List<Row> rows, int imagePad) {
        Map<Integer, Integer> lengths = new HashMap<>();
        for (Segment segment : segments) {
            if (lengths.put(segment.getId(), segment.getTokenCount()) != null) {
                return "segment " + segment.getId() + " stands there twice";
            }
            String violation = pictures(segment, imagePad);
            if (violation != null) {
                return "segment " + segment.getId() + " (" + segment.getKind() + "): " + violation;
            }
        }
        for (Row row : rows) {
            String violation = prompt(row, lengths);
            if (violation == null) {
                violation = response(row, imagePad);
            }
            if (violation != null) {
                return "row " + row.getIndex() + ": " + violation;
            }
        }
        return null;
    }

    private static String pictures(Segment segment, int imagePad) {
        int[] tokens = Packed.ints(segment.getTokens());
        if (tokens.length != segment.getTokenCount()) {
            return tokens.length + " tokens, counted " + segment.getTokenCount();
        }
        int pads = 0;
        for (int token : tokens) {
            pads += token == imagePad ? 1 : 0;
        }
        int covered = 0;
        for (ShownPicture picture : segment.getPictures()) {
            int from = picture.getTokenOffset();
            int count = picture.getTokenCount();
            int patches = picture.getGridT() * picture.getGridH() * picture.getGridW();
            if (count <= 0
                    || from < 0
                    || from + count > tokens.length
                    || patches != VisualTokens.PATCHES_PER_TOKEN * count) {
                return "picture " + picture.getSha256() + " of " + patches + " patches takes " + count + " tokens at "
                        + from + " of " + tokens.length;
            }
            for (int i = from; i < from + count; i++) {
                if (tokens[i] != imagePad) {
                    return "picture " + picture.getSha256() + " lies on token " + i + ", which is no image pad";
                }
            }
            covered += count;
        }
        return pads == covered ? null : pads + " image pads for pictures of " + covered + " tokens";
    }

    private static String prompt(Row row, Map<Integer, Integer> lengths) {
        int sum = 0;
        for (int id : Packed.ints(row.getPrompt())) {
            Integer length = lengths.get(id);
            if (length == null) {
                return "the prompt shows segment " + id + ", which is not recorded";
            }
            sum += length;
        }
        return sum == row.getPromptTokens() ? null : "a prompt of " + sum + " tokens, counted " + row.getPromptTokens();
    }

    private static String response(Row row, int imagePad) {
        int[] response = Packed.ints(row.getResponse());
        float[] logProbs = Packed.floats(row.getLogProbs());
        byte[] mask = Packed.bytes(row.getMask());
        int versions = row.getVersions().stream().mapToInt(VersionRun::getCount).sum();
        if (mask.length != response.length || logProbs.length != response.length || versions != response.length) {
            return response.length + " sampled tokens with " + mask.length + " mask entries, " + logProbs.length
                    + " log-probabilities and " + versions + " versions";
        }
        for (int i = 0; i < response.length; i++) {
            if (response[i] == imagePad) {
                return "sampled token " + i + " is an image pad";
            }
            boolean choice = mask[i] == 1;
            if (!choice && (mask[i] != 0 || logProbs[i] != 0)
                    || choice && !(logProbs[i] <= 0 && logProbs[i] > Float.NEGATIVE_INFINITY)) {
                return "sampled token " + i + " has mask " + mask[i] + " and log-probability " + logProbs[i];
            }
        }
        return null;
    }
}
