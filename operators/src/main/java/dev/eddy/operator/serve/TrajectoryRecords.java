// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.operator.Outgoing;
import dev.eddy.rollout.Answers;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Trajectories and answers as records on their way to their topics. */
final class TrajectoryRecords {
    private static final ByteBuffer NO_TOKENS = ByteBuffer.allocate(0);

    private final Codec<Trajectory> trajectories = Codec.of(Trajectory.class);
    private final Codec<Answer> answers = Codec.of(Answer.class);

    /** Without the tokens that its segments leave to the blob store. */
    byte[] encode(Trajectory trajectory) {
        List<Segment> segments = new ArrayList<>(trajectory.getSegments().size());
        for (Segment segment : trajectory.getSegments()) {
            segments.add(
                    segment.getBlob() == null
                            ? segment
                            : new Segment(
                                    segment.getId(),
                                    segment.getKind(),
                                    NO_TOKENS,
                                    segment.getTokenCount(),
                                    segment.getPictures(),
                                    segment.getBlob()));
        }
        return trajectories.encode(copy(trajectory)
                .setSegments(segments)
                .setRows(trajectory.getRows())
                .setSteps(trajectory.getSteps())
                .setEffects(trajectory.getEffects())
                .build());
    }

    Outgoing whole(Trajectory trajectory, byte[] encoded) {
        return new Outgoing(Topic.TRAJECTORIES, trajectory.getGroupId(), encoded);
    }

    /** What stands on the topic for a record that was too large for it: all but what was shown, said and answered by tools. */
    Outgoing reference(Trajectory trajectory, String blob) {
        return whole(
                trajectory, trajectories.encode(copy(trajectory).setBlob(blob).build()));
    }

    /** A copy of all but the lists that make it large; Avro's own copy would copy every buffer. */
    private static Trajectory.Builder copy(Trajectory trajectory) {
        return Trajectory.newBuilder()
                .setTrajectoryId(trajectory.getTrajectoryId())
                .setGroupId(trajectory.getGroupId())
                .setGroupSize(trajectory.getGroupSize())
                .setRolloutIndex(trajectory.getRolloutIndex())
                .setAttempt(trajectory.getAttempt())
                .setQuery(trajectory.getQuery())
                .setSource(trajectory.getSource())
                .setSettings(trajectory.getSettings())
                .setConfigHash(trajectory.getConfigHash())
                .setModelName(trajectory.getModelName())
                .setPolicyVersionMin(trajectory.getPolicyVersionMin())
                .setPolicyVersionMax(trajectory.getPolicyVersionMax())
                .setPolicyHash(trajectory.getPolicyHash())
                .setTokenizerHash(trajectory.getTokenizerHash())
                .setTemplateHash(trajectory.getTemplateHash())
                .setProcessorHash(trajectory.getProcessorHash())
                .setTemperature(trajectory.getTemperature())
                .setTopP(trajectory.getTopP())
                .setSeed(trajectory.getSeed())
                .setTermination(trajectory.getTermination())
                .setForced(trajectory.getForced())
                .setTrainable(trajectory.getTrainable())
                .setTruncated(trajectory.getTruncated())
                .setAnswers(trajectory.getAnswers())
                .setContext(trajectory.getContext())
                .setError(trajectory.getError())
                .setStats(trajectory.getStats())
                .setPromptTokens(trajectory.getPromptTokens())
                .setGeneratedTokens(trajectory.getGeneratedTokens())
                .setStartedAt(trajectory.getStartedAt())
                .setEndedAt(trajectory.getEndedAt())
                .setGenerationMs(trajectory.getGenerationMs())
                .setToolMs(trajectory.getToolMs())
                .setQueueMs(trajectory.getQueueMs());
    }

    List<Outgoing> answers(Trajectory trajectory) {
        List<Outgoing> records = new ArrayList<>();
        for (Answer answer : Answers.of(trajectory)) {
            records.add(new Outgoing(Topic.ANSWERS, answer.getQueryId(), answers.encode(answer)));
        }
        return records;
    }
}
