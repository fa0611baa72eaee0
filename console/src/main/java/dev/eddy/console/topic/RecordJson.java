// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddy.schemas.Packed;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Records of the wire as JSON for people: unions without their type names, bytes as base64. */
public final class RecordJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private RecordJson() {}

    public static ObjectNode of(IndexedRecord value) {
        ObjectNode out = NODES.objectNode();
        for (Schema.Field field : value.getSchema().getFields()) {
            out.set(field.name(), node(value.get(field.pos())));
        }
        return out;
    }

    private static JsonNode node(Object value) {
        if (value == null) {
            return NODES.nullNode();
        } else if (value instanceof IndexedRecord nested) {
            return of(nested);
        } else if (value instanceof Collection<?> items) {
            ArrayNode out = NODES.arrayNode(items.size());
            items.forEach(item -> out.add(node(item)));
            return out;
        } else if (value instanceof Map<?, ?> entries) {
            ObjectNode out = NODES.objectNode();
            entries.forEach((key, entry) -> out.set(key.toString(), node(entry)));
            return out;
        } else if (value instanceof ByteBuffer bytes) {
            return NODES.binaryNode(Packed.bytes(bytes));
        } else if (value instanceof Boolean flag) {
            return NODES.booleanNode(flag);
        } else if (value instanceof Integer number) {
            return NODES.numberNode(number);
        } else if (value instanceof Long number) {
            return NODES.numberNode(number);
        } else if (value instanceof Float number) {
            return NODES.numberNode(number);
        } else if (value instanceof Double number) {
            return NODES.numberNode(number);
        }
        return NODES.textNode(value.toString());
    }
}
