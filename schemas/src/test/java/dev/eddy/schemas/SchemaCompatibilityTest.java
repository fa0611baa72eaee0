// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaParser;
import org.apache.avro.specific.SpecificData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is promised of the wire: a new release reads every released value, and where records are kept longer than a week an
 * old release also reads new values, since readers of those topics are upgraded at their own pace.
 */
class SchemaCompatibilityTest {
    private static final Duration SHORT = Duration.ofDays(7);

    static Stream<Schema> records() {
        return ReleaseSchemas.records();
    }

    /** Also of what stands in checkpoints: a savepoint of one release is restored in the next. */
    @ParameterizedTest
    @MethodSource("records")
    void everyReleasedValueIsReadable(Schema current) {
        for (Schema old : ReleasedSchemas.of(current.getFullName())) {
            assertThat(faults(current, old)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Topic.class)
    void oldReadersOfLongKeptTopicsReadNewValues(Topic topic) {
        List<Schema> released = ReleasedSchemas.of(topic.value().getName());

        assertThat(released).as("released schemas of %s", topic).isNotEmpty();
        if (isLongKept(topic)) {
            Schema current = SpecificData.get().getSchema(topic.value());
            assertThat(released)
                    .allSatisfy(old -> assertThat(faults(old, current)).isEmpty());
        }
    }

    @Test
    void longKeptTopicsAreThoseThatTrainersAndAuditorsRead() {
        assertThat(Arrays.stream(Topic.values()).filter(SchemaCompatibilityTest::isLongKept))
                .contains(Topic.TRAJECTORIES, Topic.REWARDED_TRAJECTORIES, Topic.POLICY_UPDATES, Topic.GROUP_RECEIPTS)
                .doesNotContain(Topic.QUERIES, Topic.ANSWERS);
    }

    @Test
    void aFieldWithoutDefaultIsFound() {
        Schema old = parse("{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"int\"}]}");
        Schema changed = parse("{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"int\"},"
                + "{\"name\":\"b\",\"type\":\"int\"}]}");

        assertThat(faults(changed, old)).isNotEmpty();
        assertThat(faults(old, changed)).isEmpty();
    }

    private static boolean isLongKept(Topic topic) {
        return topic.retention() == null || topic.retention().compareTo(SHORT) > 0;
    }

    private static List<String> faults(Schema reader, Schema writer) {
        var result = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
        return result.getType() == SchemaCompatibilityType.COMPATIBLE
                ? List.of()
                : Stream.of(result.getResult().getIncompatibilities())
                        .flatMap(List::stream)
                        .map(Object::toString)
                        .toList();
    }

    private static Schema parse(String json) {
        return new SchemaParser().parse(json).mainSchema();
    }
}
