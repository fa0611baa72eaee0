// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.policy.Sight;
import dev.eddy.local.vision.GrayPicture;
import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.local.world.encyclopaedia.EmblemCase;
import dev.eddy.local.world.encyclopaedia.Encyclopaedia;
import dev.eddy.local.world.encyclopaedia.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Prints how often the policy's memory is right before any training, by kind of question and by how sure it can be. */
final class KnowledgeTable {
    private static final int QUESTIONS = 2000;

    private final Map<String, int[]> counts = new TreeMap<>();

    private void count(String kind, boolean right) {
        int[] count = counts.computeIfAbsent(kind, name -> new int[2]);
        count[0]++;
        count[1] += right ? 1 : 0;
    }

    private void add(EmblemCase asked, Memory memory, List<Float> likenesses, List<Float> margins) {
        Sight sight = new Sight(0, PictureDescriptor.of(GrayPicture.decode(asked.png())));
        EmblemQuestion question = EmblemQuestion.of(asked.text());
        Recognition recognition = memory.recognise(sight);
        likenesses.add(recognition.likeness());
        margins.add(recognition.margin());
        Recall recall = memory.recall(recognition.name(), question);
        boolean right = asked.target().equals(recall.value());
        count("all", right);
        count(question.twoHops() ? "two hops" : "one hop", right);
        if (recall.known()) {
            count("known", right);
            if (recognition.margin() < 0.02) {
                count("known, margin < .02", right);
            }
            if (recall.count() >= 3 && recognition.margin() >= 0.05) {
                count(question.relation().changing() ? "sure, changing" : "sure, stable", right);
            }
        }
    }

    /** Arguments: seeds of worlds. */
    public static void main(String[] args) {
        for (String seed : args) {
            KnowledgeTable table = new KnowledgeTable();
            Encyclopaedia world = Encyclopaedia.open(Long.parseLong(seed));
            Memory memory = Memory.of(world.schooling());
            List<Float> likenesses = new ArrayList<>();
            List<Float> margins = new ArrayList<>();
            for (int number = 0; number < QUESTIONS; number++) {
                table.add(world.question(Part.TEST, number), memory, likenesses, margins);
            }
            System.out.println("seed " + seed);
            table.counts.forEach((kind, count) -> System.out.printf(
                    "%-20s %5d questions, right %.1f%%%n", kind, count[0], 100.0 * count[1] / count[0]));
            System.out.println("likeness deciles " + deciles(likenesses) + " margin deciles " + deciles(margins));
        }
    }

    private static String deciles(List<Float> values) {
        values.sort(null);
        StringBuilder text = new StringBuilder();
        for (int decile = 1; decile < 10; decile++) {
            text.append(String.format("%.3f ", values.get(values.size() * decile / 10)));
        }
        return text.toString();
    }
}
