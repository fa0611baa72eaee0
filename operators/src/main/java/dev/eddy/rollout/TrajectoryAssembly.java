// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.Agent;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.Outcome;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryPart;
import dev.eddy.schemas.VersionRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Puts a trajectory together from its parts, sums it up and checks it. Used once. */
final class TrajectoryAssembly {
    private final Agent<?> agent;
    private final ModelCard card;
    private final RolloutRequest request;
    private final List<Segment> segments = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final List<EffectRecord> effects = new ArrayList<>();

    TrajectoryAssembly(Agent<?> agent, ModelCard card, RolloutRequest request) {
        this.agent = agent;
        this.card = card;
        this.request = request;
    }

    TrajectoryAssembly addAll(Iterable<TrajectoryPart> parts) {
        for (TrajectoryPart part : parts) {
            segments.addAll(part.getSegments());
            rows.addAll(part.getRows());
            steps.addAll(part.getSteps());
            effects.addAll(part.getEffects());
        }
        return this;
    }

    Trajectory finish(Schedule schedule, Outcome outcome, long now) {
        numberRows();
        String violation = TrajectoryInvariants.firstViolation(
                segments, rows, agent.tokenizer().imagePad());
        String error = violation == null ? outcome.error() : TrajectoryInvariants.BROKEN + violation;
        Query query = request.getQuery();
        SortedMap<String, String> settings = agent.settings(query);
        Totals totals = new Totals();
        rows.forEach(totals::add);
        effects.forEach(totals::add);
        Map<String, Double> stats = new HashMap<>(outcome.stats());
        stats.put(Outcome.CALLS, (double) totals.calls);
        return Trajectory.newBuilder()
                .setTrajectoryId(RolloutId.of(request))
                .setGroupId(query.getQueryId())
                .setGroupSize(query.getGroupSize())
                .setRolloutIndex(request.getRolloutIndex())
                .setQuery(query)
                .setSource(request.getSource())
                .setSettings(settings)
                .setConfigHash(Digests.hex(settings))
                .setModelName(card.name())
                .setPolicyVersionMin(totals.versionMin)
                .setPolicyVersionMax(totals.versionMax)
                .setPolicyHash(totals.policyHash)
                .setTokenizerHash(agent.tokenizer().hash())
                .setTemplateHash(agent.templateHash())
                .setProcessorHash(card.processorHash())
                .setTemperature(card.temperature())
                .setTopP(card.topP())
                .setSeed(query.getSeed())
                .setSegments(segments)
                .setRows(rows)
                .setSteps(steps)
                .setEffects(effects)
                .setTermination(outcome.termination())
                .setForced(outcome.forced())
                .setTrainable(outcome.trainable() && violation == null && !rows.isEmpty())
                .setTruncated(totals.truncated || outcome.termination() == Termination.CONTEXT_OVERFLOW)
                .setAnswers(outcome.answers())
                .setContext(outcome.context())
                .setError(error)
                .setStats(stats)
                .setCitation(outcome.citation())
                .setCrops(outcome.crops())
                .setSearches(outcome.searches())
                .setPromptTokens(totals.promptTokens)
                .setGeneratedTokens(totals.generatedTokens)
                .setStartedAt(schedule.startedAt())
                .setEndedAt(now)
                .setGenerationMs(totals.generationMs)
                .setToolMs(totals.toolMs)
                .setQueueMs(schedule.startedAt() - schedule.arrivedAt())
                .setModelLatencies(totals.modelLatencies)
                .setToolLatencies(totals.toolLatencies)
                .build();
    }

    /** Rows stand in the order in which the agent asked, whichever of parallel calls came back first. */
    private void numberRows() {
        rows.sort(Comparator.comparingInt(Row::getEffect));
        for (int i = 0; i < rows.size(); i++) {
            rows.set(i, Recorder.numbered(rows.get(i), i, i == rows.size() - 1));
        }
    }

    private static final class Totals {
        private long versionMin = -1;
        private long versionMax = -1;
        private String policyHash = "";
        private boolean truncated;
        private long calls;
        private long promptTokens;
        private long generatedTokens;
        private long generationMs;
        private long toolMs;
        private final List<Long> modelLatencies = new ArrayList<>();
        private final List<Long> toolLatencies = new ArrayList<>();

        void add(Row row) {
            calls += row.getKind() == RowKind.ACT ? 1 : 0;
            promptTokens += row.getPromptTokens();
            truncated |= row.getStopReason().equals("length");
            for (VersionRun run : row.getVersions()) {
                generatedTokens += run.getCount();
                if (row.getLossWeight() == 0) {
                    continue; // another policy's words
                }
                versionMin = versionMin < 0 ? run.getVersion() : Math.min(versionMin, run.getVersion());
                versionMax = Math.max(versionMax, run.getVersion());
                policyHash = run.getSha256();
            }
        }

        void add(EffectRecord effect) {
            boolean generation = effect.getKind().equals("generate");
            if (generation) {
                generationMs += effect.getLatencyMs();
            } else {
                toolMs += effect.getLatencyMs();
            }
            if (EffectLatency.isOfOneCall(effect)) {
                (generation ? modelLatencies : toolLatencies).add(effect.getLatencyMs());
            }
        }
    }
}
