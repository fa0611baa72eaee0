// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import java.util.Map;
import java.util.Objects;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** A type that is opaque to Flink: a class and the serializer that was written for it. */
final class ValueType<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;
    private final TypeSerializer<T> serializer;

    ValueType(Class<T> type, TypeSerializer<T> serializer) {
        this.type = type;
        this.serializer = serializer;
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return serializer.duplicate();
    }

    @Override
    public Class<T> getTypeClass() {
        return type;
    }

    @Override
    public Map<String, TypeInformation<?>> getGenericParameters() {
        return Map.of();
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof ValueType;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ValueType<?> that && type == that.type && serializer.equals(that.serializer);
    }

    @Override
    public int hashCode() {
        return Objects.hash(type, serializer);
    }

    @Override
    public String toString() {
        return "ValueType(" + type.getSimpleName() + ")";
    }
}
