// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import dev.eddy.schemas.Topic;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInfoFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/**
 * An encoded record on its way to a topic. Encoded once, where it is made, so that nothing between there and the sink looks
 * inside.
 *
 * @param key UTF-8 text of the topic's key field
 * @param value in single-object encoding
 * @param traceparent of the query that it is about, a header of the record; null where there is none
 */
@TypeInfo(Outgoing.TypeFactory.class)
public record Outgoing(Topic topic, String key, byte[] value, String traceparent) {
    public static final TypeInformation<Outgoing> TYPE = new ValueType<>(Outgoing.class, new Serializer());

    /** One that belongs to no trace. */
    public Outgoing(Topic topic, String key, byte[] value) {
        this(topic, key, value, null);
    }

    /** Lets Flink find {@link #TYPE} by the class. */
    public static final class TypeFactory extends TypeInfoFactory<Outgoing> {
        @Override
        public TypeInformation<Outgoing> createTypeInfo(Type type, Map<String, TypeInformation<?>> parameters) {
            return TYPE;
        }
    }

    static final class Serializer extends ValueSerializer<Outgoing> {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(Outgoing value, DataOutputView target) throws IOException {
            StringSerializer.INSTANCE.serialize(value.topic.name(), target);
            StringSerializer.INSTANCE.serialize(value.key, target);
            writeBytes(value.value, target);
            StringValue.writeString(value.traceparent, target);
        }

        @Override
        public Outgoing deserialize(DataInputView source) throws IOException {
            return new Outgoing(
                    Topic.valueOf(StringSerializer.INSTANCE.deserialize(source)),
                    StringSerializer.INSTANCE.deserialize(source),
                    readBytes(source),
                    StringValue.readString(source));
        }

        @Override
        public TypeSerializerSnapshot<Outgoing> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The first layout. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<Outgoing> {
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
