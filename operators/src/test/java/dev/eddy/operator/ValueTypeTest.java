// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.Label;
import dev.eddy.schemas.Topic;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class ValueTypeTest {
    private static final Label LABEL = Label.newBuilder()
            .setQueryId("q1")
            .setTargets(List.of("dax"))
            .setMetric("exact_match")
            .build();

    @Test
    void incomingKeepsEveryFieldAndMissingKeysAndValues() throws IOException {
        Incoming record = roundTrip(
                Incoming.TYPE, new Incoming("labels", 3, 42L, 1_000L, new byte[] {1}, new byte[] {2}, "00-trace"));
        Incoming tombstone = roundTrip(Incoming.TYPE, new Incoming("labels", 3, 43L, 1_001L, null, null));

        assertThat(record.topic()).isEqualTo("labels");
        assertThat(record.partition()).isEqualTo(3);
        assertThat(record.offset()).isEqualTo(42L);
        assertThat(record.timestamp()).isEqualTo(1_000L);
        assertThat(record.key()).containsExactly(1);
        assertThat(record.value()).containsExactly(2);
        assertThat(record.traceparent()).isEqualTo("00-trace");
        assertThat(tombstone.traceparent()).isNull();
        assertThat(tombstone.key()).isNull();
        assertThat(tombstone.value()).isNull();
    }

    @Test
    void outgoingKeepsEveryField() throws IOException {
        Outgoing record = roundTrip(Outgoing.TYPE, new Outgoing(Topic.ANSWERS, "q1", new byte[] {7, 8}, "00-trace"));
        assertThat(record.traceparent()).isEqualTo("00-trace");

        assertThat(record.topic()).isEqualTo(Topic.ANSWERS);
        assertThat(record.key()).isEqualTo("q1");
        assertThat(record.value()).containsExactly(7, 8);
    }

    @Test
    void flinkFindsTheTypesByTheirClasses() {
        assertThat(TypeInformation.of(Incoming.class)).isEqualTo(Incoming.TYPE);
        assertThat(TypeInformation.of(Outgoing.class)).isEqualTo(Outgoing.TYPE);
    }

    @Test
    void wireRecordsSurviveTheirSerializerAndItsJavaCopy() throws Exception {
        TypeInformation<Label> copy = InstantiationUtil.clone(WireType.of(Label.class));

        assertThat(roundTrip(copy, LABEL)).isEqualTo(LABEL);
    }

    @Test
    void aRestoredSerializerReadsWhatTheSnapshottedOneWrote() throws IOException {
        TypeSerializer<Label> serializer = WireType.serializer(Label.class);
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        serializer.serialize(LABEL, out);

        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        TypeSerializerSnapshot<Label> snapshot =
                TypeSerializerSnapshot.readVersionedSnapshot(in, getClass().getClassLoader());

        assertThat(snapshot.restoreSerializer().deserialize(in)).isEqualTo(LABEL);
        assertThat(serializer
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(snapshot)
                        .isCompatibleAsIs())
                .isTrue();
    }

    private static <T> T roundTrip(TypeInformation<T> type, T value) throws IOException {
        TypeSerializer<T> serializer = type.createSerializer(new SerializerConfigImpl());
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.serialize(value, out);
        return serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
    }
}
