// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import dev.eddy.schemas.Codec;
import java.io.IOException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.util.InstantiationUtil;

/**
 * Records of the wire between operators and in state, in the encoding of their topic: each value names its writer's schema,
 * so state written by an older release reads like an older message.
 */
public final class WireType {
    private WireType() {}

    public static <T extends SpecificRecord> TypeInformation<T> of(Class<T> type) {
        return new ValueType<>(type, serializer(type));
    }

    public static <T extends SpecificRecord> TypeSerializer<T> serializer(Class<T> type) {
        return new Serializer<>(type);
    }

    static final class Serializer<T extends SpecificRecord> extends ValueSerializer<T> {
        private static final long serialVersionUID = 1L;

        /**
         * And not the class: to read one, Java initialises it. A job manager would parse schemas then, which leaves Avro's thread
         * locals, and with them the job's class loader, in threads that outlive the job.
         */
        private final String type;

        private transient Codec<T> codec;

        private Serializer(Class<T> type) {
            this.type = type.getName();
        }

        private Codec<T> codec() {
            if (codec == null) {
                codec = Codec.of(type());
            }
            return codec;
        }

        @SuppressWarnings("unchecked") // the name is that of such a class
        private Class<T> type() {
            try {
                return (Class<T>) Class.forName(type, false, WireType.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException("the records of this stream have no class " + type, e);
            }
        }

        @Override
        public void serialize(T value, DataOutputView target) throws IOException {
            writeBytes(codec().encode(value), target);
        }

        @Override
        public T deserialize(DataInputView source) throws IOException {
            return codec().decode(readBytes(source));
        }

        @Override
        public TypeSerializerSnapshot<T> snapshotConfiguration() {
            return new Snapshot<>(type());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Serializer<?> that && type.equals(that.type);
        }

        @Override
        public int hashCode() {
            return type.hashCode();
        }
    }

    /** Remembers the record's class; schemas need no place here since every value carries its own. */
    public static final class Snapshot<T extends SpecificRecord> implements TypeSerializerSnapshot<T> {
        private Class<T> type;

        /** For Flink, before it reads. */
        public Snapshot() {}

        private Snapshot(Class<T> type) {
            this.type = type;
        }

        @Override
        public int getCurrentVersion() {
            return 1;
        }

        @Override
        public void writeSnapshot(DataOutputView out) throws IOException {
            out.writeUTF(type.getName());
        }

        @Override
        public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
            type = InstantiationUtil.resolveClassByName(in, loader);
        }

        @Override
        public TypeSerializer<T> restoreSerializer() {
            return new Serializer<>(type);
        }

        @Override
        public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(TypeSerializerSnapshot<T> older) {
            return older instanceof Snapshot<T> that && that.type == type
                    ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                    : TypeSerializerSchemaCompatibility.incompatible();
        }
    }
}
