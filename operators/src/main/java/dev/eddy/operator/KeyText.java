// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Identifiers that streams are keyed by, as UTF-8 in one piece. Every entry and timer of keyed state carries its key into every
 * checkpoint, and Flink's own type for text writes it there a character at a time, each through three streams.
 */
public final class KeyText {
    public static final TypeInformation<String> TYPE = new ValueType<>(String.class, new Serializer());

    private KeyText() {}

    static final class Serializer extends ValueSerializer<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(String value, DataOutputView target) throws IOException {
            writeBytes(value == null ? null : value.getBytes(StandardCharsets.UTF_8), target);
        }

        @Override
        public String deserialize(DataInputView source) throws IOException {
            byte[] bytes = readBytes(source);
            return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
        }

        @Override
        public TypeSerializerSnapshot<String> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The first layout. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<String> {
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
