// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.otlp;

import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.VersionRun;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a finished rollout's records tell, as spans by OpenTelemetry's conventions for generative AI: {@code invoke_agent} from arrival
 * to end, below it the wait for admission, each effect, and the reward. Holds nothing of what was asked, shown or answered. Pure.
 */
final class RolloutSpans {
    /** Effects that look something up, by the names in trajectories. */
    private static final List<String> RETRIEVALS =
            List.of("open-bank", "retrieve", "fetch-records", "sample-records", "search-pages");

    private final QueryTrace trace;
    private final String trajectoryId;
    private final SpanContext agent;

    private RolloutSpans(String queryId, String traceparent, String trajectoryId) {
        this.trace = QueryTrace.of(queryId, traceparent);
        this.trajectoryId = trajectoryId;
        this.agent = trace.span(trajectoryId);
    }

    /** All but the reward; of a record whose whole is in the blob store, the rollout and its wait alone. */
    static List<SpanData> of(Trajectory run) {
        Query query = run.getQuery();
        RolloutSpans spans = new RolloutSpans(query.getQueryId(), query.getTraceparent(), run.getTrajectoryId());
        long arrived = run.getStartedAt() - run.getQueueMs();
        List<SpanData> all = new ArrayList<>(run.getEffects().size() + 2);
        all.add(spans.agent(run, query, arrived));
        all.add(spans.child(
                "admission", "admission", SpanKind.INTERNAL, arrived, run.getStartedAt(), Attributes.empty()));
        Map<Integer, Row> rows = new HashMap<>();
        run.getRows().forEach(row -> rows.put(row.getEffect(), row));
        for (EffectRecord effect : run.getEffects()) {
            all.add(spans.effect(run, query, effect, rows.get(effect.getSeq())));
        }
        return all;
    }

    /** The reward, from the end of the rollout to when it was known. */
    static SpanData of(RewardedTrajectory scored) {
        String id = scored.getRef().getTrajectoryId();
        RolloutSpans spans = new RolloutSpans(scored.getQueryId(), scored.getTraceparent(), id);
        AttributesBuilder attributes = Attributes.builder()
                .put(GenAi.EVALUATION, "reward")
                .put(GenAi.REWARD_STATUS, scored.getStatus().name())
                .put(GenAi.SCORER, scored.getScorer())
                .put(GenAi.TRAJECTORY, id);
        boolean known = scored.getStatus() == RewardStatus.OK;
        if (known) {
            attributes.put(GenAi.SCORE, scored.getReward());
            scored.getComponents().forEach((name, value) -> attributes.put(GenAi.COMPONENT + name, value));
        } else {
            attributes.put(GenAi.ERROR_TYPE, scored.getStatus().name());
        }
        if (scored.getAdvantage() != null) {
            attributes.put(GenAi.ADVANTAGE, scored.getAdvantage());
        }
        return spans.child(
                "reward",
                "reward " + scored.getAgent(),
                SpanKind.INTERNAL,
                scored.getEndedAt(),
                scored.getRewardedAt(),
                attributes.build(),
                known
                        ? StatusData.unset()
                        : StatusData.create(StatusCode.ERROR, scored.getStatus().name()));
    }

    private SpanData agent(Trajectory run, Query query, long arrived) {
        AttributesBuilder attributes = Attributes.builder()
                .put(GenAi.OPERATION, "invoke_agent")
                .put(GenAi.AGENT, query.getAgent())
                .put(GenAi.CONVERSATION, query.getQueryId())
                .put(GenAi.INPUT_TOKENS, run.getPromptTokens())
                .put(GenAi.OUTPUT_TOKENS, run.getGeneratedTokens())
                .put(GenAi.MESSAGING_SYSTEM, "kafka")
                .put(GenAi.MESSAGING_TOPIC, run.getSource().getTopic())
                .put(GenAi.MESSAGING_PARTITION, Integer.toString(run.getSource().getPartition()))
                .put(GenAi.MESSAGING_OFFSET, run.getSource().getOffset())
                .put(GenAi.TRAJECTORY, trajectoryId)
                .put(GenAi.ROLLOUT, (long) run.getRolloutIndex())
                .put(GenAi.PURPOSE, query.getPurpose().name())
                .put(GenAi.MODE, query.getMode())
                .put(GenAi.POLICY, query.getPolicy())
                .put(GenAi.POLICY_VERSION_MIN, run.getPolicyVersionMin())
                .put(GenAi.POLICY_VERSION_MAX, run.getPolicyVersionMax())
                .put(GenAi.TERMINATION, run.getTermination().name());
        if (run.getBlob() != null) {
            attributes.put(GenAi.BLOB, run.getBlob());
        }
        if (run.getError() != null) {
            attributes.put(GenAi.ERROR_TYPE, run.getTermination().name());
        }
        return new SpanRecord(
                "invoke_agent " + query.getAgent(),
                SpanKind.INTERNAL,
                agent,
                trace.parent(),
                arrived,
                Math.max(arrived, run.getEndedAt()),
                attributes.build(),
                status(run.getError()));
    }

    private SpanData effect(Trajectory run, Query query, EffectRecord effect, Row row) {
        String kind = effect.getKind();
        AttributesBuilder attributes = Attributes.builder()
                .put(GenAi.ATTEMPTS, (long) effect.getAttempts())
                .put(GenAi.FROM_JOURNAL, effect.getFromJournal());
        String name;
        SpanKind side = SpanKind.CLIENT;
        if (kind.equals("generate")) {
            name = "chat " + query.getPolicy();
            attributes.put(GenAi.OPERATION, "chat").put(GenAi.REQUEST_MODEL, query.getPolicy());
            if (row != null) {
                said(run.getModelName(), row, attributes);
            }
        } else if (kind.equals("embed")) {
            name = "embeddings";
            attributes.put(GenAi.OPERATION, "embeddings");
        } else if (RETRIEVALS.contains(kind)) {
            name = query.getBankId() == null ? "retrieval" : "retrieval " + query.getBankId();
            attributes.put(GenAi.OPERATION, "retrieval").put(GenAi.TOOL, kind);
            if (query.getBankId() != null) {
                attributes.put(GenAi.DATA_SOURCE, query.getBankId());
            }
        } else {
            name = "execute_tool " + kind;
            side = SpanKind.INTERNAL;
            attributes.put(GenAi.OPERATION, "execute_tool").put(GenAi.TOOL, kind);
        }
        if (effect.getStatus() != EffectStatus.OK) {
            attributes.put(GenAi.ERROR_TYPE, effect.getStatus().name());
        }
        long start = run.getStartedAt() + effect.getStartedMs();
        return child(
                "effect/" + effect.getSeq(),
                name,
                side,
                start,
                start + effect.getLatencyMs(),
                attributes.build(),
                status(effect.getError()));
    }

    private static void said(String model, Row row, AttributesBuilder attributes) {
        attributes
                .put(GenAi.RESPONSE_MODEL, model)
                .put(GenAi.INPUT_TOKENS, (long) row.getPromptTokens())
                .put(
                        GenAi.OUTPUT_TOKENS,
                        row.getVersions().stream()
                                .mapToLong(VersionRun::getCount)
                                .sum())
                .put(GenAi.FINISH_REASONS, List.of(row.getStopReason()));
        row.getVersions().stream()
                .mapToLong(VersionRun::getVersion)
                .max()
                .ifPresent(version -> attributes.put(GenAi.POLICY_VERSION_MAX, version));
    }

    private SpanData child(String what, String name, SpanKind kind, long startMs, long endMs, Attributes attributes) {
        return child(what, name, kind, startMs, endMs, attributes, StatusData.unset());
    }

    private SpanData child(
            String what,
            String name,
            SpanKind kind,
            long startMs,
            long endMs,
            Attributes attributes,
            StatusData status) {
        return new SpanRecord(
                name,
                kind,
                trace.span(trajectoryId + "/" + what),
                agent,
                startMs,
                Math.max(startMs, endMs),
                attributes,
                status);
    }

    /** Messages of errors may quote what was asked, so the kind alone is told. */
    private static StatusData status(String error) {
        return error == null ? StatusData.unset() : StatusData.create(StatusCode.ERROR, "");
    }
}
