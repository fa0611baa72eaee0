// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

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
 * A record as it stood on its topic, not yet decoded: whoever reads it also knows where it came from when it is no good.
 *
 * @param timestamp epoch milliseconds, from the broker
 * @param key null where it has none
 * @param value null for a tombstone
 * @param traceparent header by W3C's Trace Context; null where there is none of its length
 */
@TypeInfo(Incoming.TypeFactory.class)
public record Incoming(
        String topic, int partition, long offset, long timestamp, byte[] key, byte[] value, String traceparent) {
    /**
     * The largest value taken from whoever asks. A broker bounds records as they were compressed, so one that reaches a job may
     * be much larger than its topic allows.
     */
    public static final int MAX_ASKED_BYTES = 1 << 20;

    public static final TypeInformation<Incoming> TYPE = new ValueType<>(Incoming.class, new Serializer());

    /** One that belongs to no trace. */
    public Incoming(String topic, int partition, long offset, long timestamp, byte[] key, byte[] value) {
        this(topic, partition, offset, timestamp, key, value, null);
    }

    /** Lets Flink find {@link #TYPE} by the class. */
    public static final class TypeFactory extends TypeInfoFactory<Incoming> {
        @Override
        public TypeInformation<Incoming> createTypeInfo(Type type, Map<String, TypeInformation<?>> parameters) {
            return TYPE;
        }
    }

    static final class Serializer extends ValueSerializer<Incoming> {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(Incoming value, DataOutputView target) throws IOException {
            StringSerializer.INSTANCE.serialize(value.topic, target);
            target.writeInt(value.partition);
            target.writeLong(value.offset);
            target.writeLong(value.timestamp);
            writeBytes(value.key, target);
            writeBytes(value.value, target);
            StringValue.writeString(value.traceparent, target);
        }

        @Override
        public Incoming deserialize(DataInputView source) throws IOException {
            return new Incoming(
                    StringSerializer.INSTANCE.deserialize(source),
                    source.readInt(),
                    source.readLong(),
                    source.readLong(),
                    readBytes(source),
                    readBytes(source),
                    StringValue.readString(source));
        }

        @Override
        public TypeSerializerSnapshot<Incoming> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The first layout. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<Incoming> {
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
