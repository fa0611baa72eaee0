// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddy.agent.Tokenizer;
import dev.eddy.console.UserError;
import dev.eddy.console.topic.RecordJson;
import dev.eddy.console.topic.Tokenizers;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.VersionRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One trajectory as the viewer shows it: model call by model call, with what was shown first there. */
final class TrajectoryView {
    private static final Logger LOG = LoggerFactory.getLogger(TrajectoryView.class);
    private final BlobStore blobs;
    private final Tokenizers tokenizers;

    TrajectoryView(BlobStore blobs, Tokenizers tokenizers) {
        this.blobs = blobs;
        this.tokenizers = tokenizers;
    }

    /** A piece of a prompt. */
    record Shown(int id, String kind, int tokenCount, List<TokenText.Part> parts) {}

    /**
     * One model call.
     *
     * @param prompt ids of everything shown
     * @param fresh ids of what no earlier call was shown
     * @param steps what the agent took the answer to mean
     */
    record Call(
            int index,
            String kind,
            Integer answerIndex,
            int promptTokens,
            int[] prompt,
            List<Integer> fresh,
            List<TokenText.Said> said,
            List<Long> versions,
            String stopReason,
            List<Taken> steps) {}

    /** A step without what the call already says. */
    record Taken(int index, String action, String arguments, String error, String feedback) {}

    /** An effect without its result. */
    record Effect(int seq, String kind, String status, String error, int attempts, long startedMs, long latencyMs) {}

    /**
     * @param trajectory the plain fields of the record, without what the other parts show
     * @param reward null where it was not scored yet
     */
    record View(
            ObjectNode trajectory, List<Shown> segments, List<Call> calls, List<Effect> effects, ObjectNode reward) {}

    View of(Trajectory trajectory, RewardedTrajectory scored) {
        TokenText text = new TokenText(tokenizer(trajectory.getTokenizerHash()));
        List<Shown> segments = new ArrayList<>();
        for (Segment each : trajectory.getSegments()) {
            segments.add(new Shown(each.getId(), each.getKind(), each.getTokenCount(), parts(text, each)));
        }
        ObjectNode plain = RecordJson.of(Trajectory.newBuilder(trajectory)
                .setSegments(List.of())
                .setRows(List.of())
                .setSteps(List.of())
                .setEffects(List.of())
                .build());
        plain.remove(List.of("segments", "rows", "steps", "effects"));
        return new View(
                plain,
                segments,
                calls(text, trajectory),
                trajectory.getEffects().stream().map(TrajectoryView::effect).toList(),
                scored == null ? null : RecordJson.of(scored));
    }

    /** Null where it is not here, or cannot be had: then tokens are shown as numbers. */
    private Tokenizer tokenizer(String hash) {
        try {
            return tokenizers.find(hash).orElse(null);
        } catch (UserError e) {
            LOG.warn("tokens of tokenizer {} are shown as numbers: {}", hash, e.getMessage());
            return null;
        }
    }

    private List<TokenText.Part> parts(TokenText text, Segment segment) {
        try {
            byte[] tokens = segment.getBlob() == null
                    ? Packed.bytes(segment.getTokens())
                    : blobs.get(segment.getBlob()).join();
            return text.parts(segment, tokens);
        } catch (CompletionException e) {
            if (e.getCause() instanceof PortException failure) {
                return List.of(new TokenText.Part("(not in the blob store: " + failure.getMessage() + ")", null));
            }
            throw e;
        }
    }

    private static List<Call> calls(TokenText text, Trajectory trajectory) {
        List<Call> calls = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        for (Row row : trajectory.getRows()) {
            int[] prompt = Packed.ints(row.getPrompt());
            List<Integer> fresh = new ArrayList<>();
            for (int id : prompt) {
                if (seen.add(id)) {
                    fresh.add(id);
                }
            }
            calls.add(new Call(
                    row.getIndex(),
                    row.getKind().name(),
                    row.getAnswerIndex(),
                    row.getPromptTokens(),
                    prompt,
                    fresh,
                    text.said(row),
                    row.getVersions().stream().map(VersionRun::getVersion).toList(),
                    row.getStopReason(),
                    trajectory.getSteps().stream()
                            .filter(step -> step.getEffect() == row.getEffect())
                            .map(TrajectoryView::step)
                            .toList()));
        }
        return calls;
    }

    private static Taken step(Step step) {
        return new Taken(step.getIndex(), step.getAction(), step.getArguments(), step.getError(), step.getFeedback());
    }

    private static Effect effect(EffectRecord effect) {
        return new Effect(
                effect.getSeq(),
                effect.getKind(),
                effect.getStatus().name(),
                effect.getError(),
                effect.getAttempts(),
                effect.getStartedMs(),
                effect.getLatencyMs());
    }
}
