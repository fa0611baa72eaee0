// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.eddy.connector.file.WholeFile;
import dev.eddy.schemas.RewardedTrajectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a headless run found out: one JSON object. Numbers are unrounded; a figure that could not be measured is null, with a
 * line in the notes.
 *
 * @param world {@code glyphs} or {@code omniglot:<archive's file name>}
 * @param services {@code embedded} or {@code real}
 * @param agents by name
 * @param ledger counts of an independent read of the topics; null, and left out, where there were none
 */
public record Report(
        String eddy,
        long seed,
        String world,
        String services,
        Map<String, AgentReport> agents,
        @JsonInclude(JsonInclude.Include.NON_NULL) Ledger ledger,
        RuntimeFigures runtime,
        List<String> notes) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /**
     * @param modes the judged ones: classes that training has not seen, also among the distractors
     * @param modesAllClasses the same with distractors of all classes
     * @param coldStart of the agent's own policy, not of its baselines; the sum over all training seeds; null where it has none
     */
    public record AgentReport(
            List<ModeRow> modes, List<ModeRow> modesAllClasses, List<CurvePoint> learningCurve, Object coldStart) {}

    /**
     * One point of the learning curve.
     *
     * @param mode the policy's name
     * @param seconds since training began
     * @param queriesServed by the policy until then, of any purpose; in an experiment those that it was trained on
     * @param meanReward of the training rollouts since the point before; null where there were none
     * @param heldOutAccuracy of the pinned probe; null where none ran on this version
     * @param seed of the training, where there are several; else null
     * @param metrics the agent's own over those rollouts, by canonical name; null where only the rest was asked for
     */
    public record CurvePoint(
            String mode,
            double seconds,
            long policyVersion,
            long groupsTrained,
            long queriesServed,
            Double meanReward,
            Double heldOutAccuracy,
            Double meanShots,
            Integer seed,
            Map<String, Double> metrics) {
        /** A point of what the rollouts of a training were like since the point before. */
        public static CurvePoint ofTraining(
                String mode,
                int seed,
                double seconds,
                long version,
                long groupsTrained,
                long queries,
                List<RewardedTrajectory> rollouts) {
            Map<String, Double> metrics = ModeRow.metrics(rollouts);
            return new CurvePoint(
                    mode,
                    seconds,
                    version,
                    groupsTrained,
                    queries,
                    rollouts.stream()
                            .mapToDouble(RewardedTrajectory::getReward)
                            .average()
                            .orElseThrow(),
                    null,
                    metrics.get("shots"),
                    seed,
                    metrics);
        }
    }

    /** Writes the object as a whole or not at all. */
    public void write(Path file) throws IOException {
        Path target = file.toAbsolutePath();
        Files.createDirectories(target.getParent());
        WholeFile.write(target, JSON.writeValueAsBytes(this));
    }
}
