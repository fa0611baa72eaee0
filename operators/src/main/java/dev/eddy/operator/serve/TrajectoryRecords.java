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
import java.util.Map;
import org.apache.avro.Schema;

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
        return trajectories.encode(with(trajectory, Map.of("segments", segments)));
    }

    Outgoing whole(Trajectory trajectory, byte[] encoded) {
        return new Outgoing(
                Topic.TRAJECTORIES,
                trajectory.getGroupId(),
                encoded,
                trajectory.getQuery().getTraceparent());
    }

    /** What stands on the topic for a record that was too large for it: all but what was shown, said and answered by tools. */
    Outgoing reference(Trajectory trajectory, String blob) {
        Trajectory reference = with(
                trajectory,
                Map.of(
                        "segments", List.of(),
                        "rows", List.of(),
                        "steps", List.of(),
                        "effects", List.of(),
                        "blob", blob));
        return whole(trajectory, trajectories.encode(reference));
    }

    /** A record that shares all but these fields; Avro's own copy would copy every buffer. */
    private static Trajectory with(Trajectory trajectory, Map<String, Object> changed) {
        Trajectory copy = new Trajectory();
        for (Schema.Field field : Trajectory.getClassSchema().getFields()) {
            copy.put(field.pos(), changed.getOrDefault(field.name(), trajectory.get(field.pos())));
        }
        return copy;
    }

    List<Outgoing> answers(Trajectory trajectory) {
        List<Outgoing> records = new ArrayList<>();
        String traceparent = trajectory.getQuery().getTraceparent();
        for (Answer answer : Answers.of(trajectory)) {
            records.add(new Outgoing(Topic.ANSWERS, answer.getQueryId(), answers.encode(answer), traceparent));
        }
        return records;
    }
}
