// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TopicTest {
    /** Of a version's weights, which are not in the blob store. */
    private static final Set<String> OF_WEIGHTS = Set.of("PolicyUpdate", "VersionRun");

    @ParameterizedTest
    @EnumSource(Topic.class)
    void topicsWhoseRecordsHoldAHashNameBlobs(Topic topic) {
        boolean names = namesBlobs(SpecificData.get().getSchema(topic.value()), new HashSet<>());

        assertThat(topic.namesBlobs())
                .as("a dead letter holds another topic's record")
                .isEqualTo(names || topic == Topic.DEAD_LETTERS);
    }

    private static boolean namesBlobs(Schema schema, Set<String> seen) {
        return switch (schema.getType()) {
            case ARRAY -> namesBlobs(schema.getElementType(), seen);
            case MAP -> namesBlobs(schema.getValueType(), seen);
            case UNION -> schema.getTypes().stream().anyMatch(one -> namesBlobs(one, seen));
            case RECORD ->
                seen.add(schema.getName())
                        && schema.getFields().stream()
                                .anyMatch(field -> names(field, schema) || namesBlobs(field.schema(), seen));
            default -> false;
        };
    }

    private static boolean names(Schema.Field field, Schema owner) {
        return field.name().equals("blob") || field.name().equals("sha256") && !OF_WEIGHTS.contains(owner.getName());
    }
}
