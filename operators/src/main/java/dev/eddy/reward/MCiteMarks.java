// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.metric.Metric;
import dev.eddy.metric.PageArea;
import dev.eddy.metric.RankingGain;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectorySummary;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a label tells of a run of MCite, each from 0 to 1.
 *
 * @param followed whether it searched, cropped, and answered with a citation
 * @param gain nDCG of the pages shown
 * @param match of the answer, by the label's metric; 0 without an answer
 * @param overlap IoU of the citation; 0 without one
 * @param held IoGT of each executed crop, in order
 * @param figures by the names of metrics
 */
record MCiteMarks(
        boolean followed, double gain, double match, double overlap, List<Double> held, Map<String, Double> figures) {
    private static final double HALF = 0.5;

    static MCiteMarks of(TrajectorySummary trajectory, Label label) {
        boolean answered = trajectory.getTermination() == Termination.ANSWERED
                && !trajectory.getAnswers().isEmpty();
        String answer = answered ? trajectory.getAnswers().get(0) : "";
        PageRegion citation = trajectory.getCitation();
        boolean searched = trajectory.getStats().getOrDefault("searches", 0.0) > 0;
        boolean followed = searched && !trajectory.getCrops().isEmpty() && answered && citation != null;

        PageArea gold = PageArea.of(label.getGoldBoxes());
        double overlap = citation == null ? 0 : gold.overlap(citation);
        List<Double> held = trajectory.getCrops().stream().map(gold::held).toList();
        Set<String> goldPages = new HashSet<>(label.getGoldPages());
        double gain = RankingGain.of(trajectory.getContext(), goldPages);

        Map<String, Double> figures = new HashMap<>();
        figures.put("gatePassShare", followed ? 1.0 : 0.0);
        figures.put("relaxedEM", Metric.RELAXED_EXACT_MATCH.score(answer, label));
        figures.put("rougeL", Metric.ROUGE_L.score(answer, label));
        if (!goldPages.isEmpty()) {
            figures.put("nDCG", gain);
            firstHit(trajectory.getContext(), goldPages, figures);
        }
        if (!label.getGoldBoxes().isEmpty()) {
            figures.put("meanIoU", overlap);
            figures.put("iouAtHalf", overlap >= HALF ? 1.0 : 0.0);
            figures.put("meanIoGT", last(held));
            for (int i = 0; i < held.size(); i++) {
                figures.put("ioGTOfCrop" + (i + 1), held.get(i));
            }
            held.stream().min(Double::compare).ifPresent(least -> figures.put("leastIoGT", least));
        }
        double match = Metric.named(label.getMetric()).score(answer, label);
        return new MCiteMarks(followed, gain, match, overlap, held, figures);
    }

    /** The same with a judge's verdict on the citation. */
    MCiteMarks withConsistency(boolean supported) {
        Map<String, Double> more = new HashMap<>(figures);
        more.put("citationConsistency", supported ? 1.0 : 0.0);
        return new MCiteMarks(followed, gain, match, overlap, held, more);
    }

    private static void firstHit(List<String> shown, Set<String> gold, Map<String, Double> figures) {
        for (int rank = 0; rank < shown.size(); rank++) {
            if (gold.contains(shown.get(rank))) {
                figures.put("firstHitRank", rank + 1.0);
                return;
            }
        }
    }

    /** IoGT of the last executed crop; 0 without one. */
    double lastHeld() {
        return last(held);
    }

    private static double last(List<Double> held) {
        return held.isEmpty() ? 0 : held.get(held.size() - 1);
    }
}
