// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PromptSegment;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.VersionRun;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Writes model calls into a trajectory record. */
public final class TrajectoryWriter {
    private final List<Segment> segments = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private int answers;

    /** A run of a question {@code q}, in which nothing was said yet. */
    public static Trajectory.Builder answered(String agent, int rollout) {
        return Trajectory.newBuilder()
                .setTrajectoryId("q/" + rollout)
                .setGroupId("q")
                .setGroupSize(1)
                .setRolloutIndex(rollout)
                .setQuery(Query.newBuilder()
                        .setQueryId("q")
                        .setAgent(agent)
                        .setPolicy(agent)
                        .setMode("trained")
                        .setPictures(List.of())
                        .setText("")
                        .build())
                .setSource(new SourcePosition("queries", 0, 0L))
                .setTermination(Termination.ANSWERED);
    }

    public void row(List<PromptSegment> prompt, Generation said, RowKind kind) {
        int[] ids = new int[prompt.size()];
        int tokens = 0;
        for (int i = 0; i < ids.length; i++) {
            PromptSegment shown = prompt.get(i);
            ids[i] = segments.size();
            tokens += shown.tokens().length;
            segments.add(new Segment(
                    ids[i], shown.kind(), Packed.ints(shown.tokens()), shown.tokens().length, shown.pictures(), null));
        }
        rows.add(Row.newBuilder()
                .setIndex(rows.size())
                .setEffect(rows.size())
                .setKind(kind)
                .setAnswerIndex(kind == RowKind.ANSWER ? answers++ : null)
                .setPrompt(Packed.ints(ids))
                .setPromptTokens(tokens)
                .setResponse(Packed.ints(said.tokens()))
                .setMask(ByteBuffer.wrap(said.mask()))
                .setLogProbs(Packed.floats(said.logProbs()))
                .setVersions(List.of(new VersionRun(
                        said.version().version(),
                        said.tokens().length,
                        said.version().sha256())))
                .setStopReason(said.stopReason())
                .build());
    }

    /** The trajectory with one advantage for all that it holds. */
    public Sample sample(double advantage) {
        List<String> answered = new ArrayList<>();
        List<Double> advantages = new ArrayList<>();
        for (int i = 0; i < answers; i++) {
            answered.add("dax");
            advantages.add(advantage);
        }
        Trajectory trajectory = answered("acticl", 0)
                .setSegments(segments)
                .setRows(rows)
                .setAnswers(answered)
                .build();
        return new Sample(
                trajectory,
                GroupMember.newBuilder()
                        .setRef(new TrajectoryRef("q/0", "trajectories", 0, 0L))
                        .setRolloutIndex(0)
                        .setTrainable(true)
                        .setReward(advantage)
                        .setAdvantage(advantage)
                        .setAnswerAdvantages(advantages)
                        .build());
    }
}
