// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.Letters;
import dev.eddy.operator.WireType;
import dev.eddy.reward.Samples;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.WaitingLabel;
import dev.eddy.schemas.WaitingTrajectory;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class ReadersTest {
    private static final byte[] GARBAGE = {1, 2, 3};

    @Test
    void aLabelIsReadWithWhereItStands() throws Exception {
        Label label = Samples.label("q1", "dax");
        byte[] value = Codec.of(Label.class).encode(label);

        Read<WaitingLabel> read = read(new LabelReader("reward"), WireType.serializer(WaitingLabel.class), value);

        assertThat(read.letters()).isEmpty();
        assertThat(read.values()).singleElement().satisfies(waiting -> {
            assertThat(waiting.getLabel()).isEqualTo(label);
            assertThat(waiting.getSource()).isEqualTo(new SourcePosition("topic", 2, 7L));
            assertThat(waiting.getProblem()).isNull();
        });
    }

    @Test
    void aLabelWhoseSupportHasNoAreaIsADeadLetterToo() throws Exception {
        Label label = Label.newBuilder(Samples.label("q1", "dax"))
                .setGoldBoxes(List.of(new PageRegion("p", new Region(5, 0, 5, 10), 9, 20, null)))
                .build();

        Read<WaitingLabel> read = read(
                new LabelReader("reward"),
                WireType.serializer(WaitingLabel.class),
                Codec.of(Label.class).encode(label));

        assertThat(read.letters()).singleElement().satisfies(letter -> {
            assertThat(letter.getReason()).isEqualTo("INVALID_LABEL");
            assertThat(letter.getMessage()).contains("have an area");
        });
        assertThat(read.values()).hasSize(1);
    }

    @Test
    void aLabelOfAnUnknownMetricIsADeadLetterAndStillGoesOn() throws Exception {
        Label label =
                Label.newBuilder(Samples.label("q1", "dax")).setMetric("bleu").build();

        Read<WaitingLabel> read = read(
                new LabelReader("reward"),
                WireType.serializer(WaitingLabel.class),
                Codec.of(Label.class).encode(label));

        assertThat(read.letters()).singleElement().satisfies(letter -> {
            assertThat(letter.getReason()).isEqualTo("INVALID_LABEL");
            assertThat(letter.getId()).isEqualTo("q1");
            assertThat(letter.getMessage()).contains("bleu");
        });
        assertThat(read.values())
                .singleElement()
                .satisfies(waiting -> assertThat(waiting.getProblem()).contains("bleu"));
    }

    @Test
    void aLabelThatIsTooLargeIsADeadLetterOfBoundedSize() throws Exception {
        byte[] value = Codec.of(Label.class).encode(Samples.label("q".repeat(Incoming.MAX_ASKED_BYTES), "dax"));

        Read<WaitingLabel> read = read(new LabelReader("reward"), WireType.serializer(WaitingLabel.class), value);

        assertThat(read.values()).isEmpty();
        assertThat(read.letters()).singleElement().satisfies(letter -> {
            assertThat(letter.getReason()).isEqualTo("TOO_LARGE");
            assertThat(letter.getId()).isNull();
            assertThat(letter.getValue().remaining()).isEqualTo(64 << 10);
        });
    }

    @Test
    void whatCannotBeReadIsADeadLetter() throws Exception {
        Read<WaitingLabel> label = read(new LabelReader("reward"), WireType.serializer(WaitingLabel.class), GARBAGE);
        Read<WaitingTrajectory> trajectory =
                read(new TrajectorySummaryReader("reward"), WireType.serializer(WaitingTrajectory.class), GARBAGE);

        for (Read<?> read : List.of(label, trajectory)) {
            assertThat(read.values()).isEmpty();
            assertThat(read.letters()).singleElement().satisfies(letter -> {
                assertThat(letter.getReason()).isEqualTo("MALFORMED");
                assertThat(letter.getSource()).isEqualTo(new SourcePosition("topic", 2, 7L));
                assertThat(letter.getJob()).isEqualTo("reward");
            });
        }
    }

    @Test
    void aTrajectoryIsReadWithoutWhatTheModelWasShown() throws Exception {
        Trajectory trajectory = Trajectory.newBuilder()
                .setTrajectoryId("q1/0")
                .setGroupId("q1")
                .setGroupSize(8)
                .setRolloutIndex(0)
                .setQuery(Samples.answered("q1", 0, 8, "dax").getQuery())
                .setSource(new SourcePosition("queries", 0, 3L))
                .setTermination(Termination.ANSWERED)
                .setAnswers(List.of("dax"))
                .build();

        Read<WaitingTrajectory> read = read(
                new TrajectorySummaryReader("reward"),
                WireType.serializer(WaitingTrajectory.class),
                Codec.of(Trajectory.class).encode(trajectory));

        assertThat(read.values()).singleElement().satisfies(waiting -> {
            assertThat(waiting.getRef()).isEqualTo(new TrajectoryRef("q1/0", "topic", 2, 7L));
            assertThat(waiting.getTrajectory().getAnswers()).containsExactly("dax");
        });
    }

    private record Read<T>(List<T> values, List<DeadLetter> letters) {}

    private static <T> Read<T> read(ProcessFunction<Incoming, T> reader, TypeSerializer<T> serializer, byte[] value)
            throws Exception {
        try (OneInputStreamOperatorTestHarness<Incoming, T> harness =
                new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(reader))) {
            harness.setup(serializer);
            harness.open();
            harness.processElement(new Incoming("topic", 2, 7L, 0L, null, value), 0);
            return new Read<>(harness.extractOutputValues(), Letters.in(harness.getSideOutput(DeadLetters.TAG)));
        }
    }
}
