// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.junit.jupiter.api.Test;

class CodecTest {
    private final Codec<Label> codec = Codec.of(Label.class);

    @Test
    void readsWhatItWrote() {
        Label label = Label.newBuilder()
                .setQueryId("q1")
                .setTargets(List.of("dax"))
                .setMetric("exact_match")
                .build();

        assertThat(codec.decode(codec.encode(label))).isEqualTo(label);
    }

    @Test
    void writesAvrosSingleObjectEncodingByteForByte() throws IOException {
        Label label = Label.newBuilder()
                .setQueryId("q")
                .setTargets(List.of("dax", "w".repeat(5_000)))
                .setMetric("exact_match")
                .build();
        ByteBuffer avros = new BinaryMessageEncoder<Label>(SpecificData.get(), Label.getClassSchema()).encode(label);

        assertThat(ByteBuffer.wrap(codec.encode(label))).isEqualTo(avros);
    }

    @Test
    void neitherARecordThatCannotBeWrittenNorAHugeOneIsSeenInTheNext() {
        Label label = Label.newBuilder()
                .setQueryId("q1")
                .setTargets(List.of("dax"))
                .setMetric("exact_match")
                .build();
        Label halfway = new Label();
        halfway.put("queryId", "q0");
        Label huge =
                Label.newBuilder(label).setTargets(List.of("w".repeat(200_000))).build();

        assertThatThrownBy(() -> codec.encode(halfway))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessageContaining("cannot encode Label");
        assertThat(codec.decode(codec.encode(label))).isEqualTo(label);
        assertThat(codec.decode(codec.encode(huge))).isEqualTo(huge);
        assertThat(codec.decode(codec.encode(label))).isEqualTo(label);
    }

    @Test
    void refusesGarbageAndTombstones() {
        assertThatThrownBy(() -> codec.decode(new byte[] {1, 2, 3}))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessageContaining("Label")
                .hasMessageContaining("3 bytes");
        assertThatThrownBy(() -> codec.decode(null)).isInstanceOf(MalformedRecordException.class);
    }

    @Test
    void aLengthBeyondTheEndIsRefusedBeforeAnythingOfThatLengthIsMade() throws Exception {
        byte[] label = codec.encode(Label.newBuilder()
                .setQueryId("q1")
                .setTargets(List.of())
                .setMetric("exact_match")
                .build());
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        bomb.write(label, 0, 10);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bomb, null);
        encoder.writeLong(Integer.MAX_VALUE - 100);

        assertThatThrownBy(() -> codec.decode(bomb.toByteArray()))
                .isInstanceOf(MalformedRecordException.class)
                .hasRootCauseInstanceOf(EOFException.class);
    }

    @Test
    void refusesAnotherRecordType() {
        byte[] answer = Codec.of(PolicyControl.class)
                .encode(PolicyControl.newBuilder()
                        .setControlId("c")
                        .setPolicy("acticl")
                        .setCommand(ControlCommand.FLUSH)
                        .build());

        assertThatThrownBy(() -> codec.decode(answer)).isInstanceOf(MalformedRecordException.class);
    }

    @Test
    void aProjectionReadsTheFieldsThatItHas() {
        Trajectory whole = Trajectory.newBuilder()
                .setTrajectoryId("q1/0")
                .setGroupId("q1")
                .setGroupSize(8)
                .setRolloutIndex(0)
                .setQuery(Query.newBuilder()
                        .setQueryId("q1")
                        .setAgent("acticl")
                        .setPolicy("acticl")
                        .setMode("trained")
                        .setPictures(List.of(new Picture("0".repeat(64), 32, 32, null)))
                        .setText("Which name?")
                        .build())
                .setSource(new SourcePosition("queries", 0, 7L))
                .setSegments(List.of(Segment.newBuilder()
                        .setId(0)
                        .setKind("query")
                        .setTokens(Packed.ints(1, 2, 3))
                        .setTokenCount(3)
                        .build()))
                .setTermination(Termination.ANSWERED)
                .setAnswers(List.of("dax"))
                .setStats(Map.of("calls", 3.0))
                .build();

        TrajectorySummary summary = Codec.projecting(Trajectory.class, TrajectorySummary.class)
                .decode(Codec.of(Trajectory.class).encode(whole));

        assertThat(summary.getTrajectoryId()).isEqualTo("q1/0");
        assertThat(summary.getQuery()).isEqualTo(whole.getQuery());
        assertThat(summary.getTermination()).isEqualTo(Termination.ANSWERED);
        assertThat(summary.getAnswers()).containsExactly("dax");
        assertThat(summary.getStats()).containsEntry("calls", 3.0);
    }
}
