// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.operator.ValueSerializer;
import dev.eddy.operator.WireType;
import dev.eddy.schemas.LoopSnapshot;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes loops as records of the wire; needs no agent to read them. */
final class StoredLoopSerializer extends ValueSerializer<StoredLoop> {
    private static final long serialVersionUID = 1L;

    private final TypeSerializer<LoopSnapshot> snapshots = WireType.serializer(LoopSnapshot.class);

    @Override
    public void serialize(StoredLoop loop, DataOutputView target) throws IOException {
        snapshots.serialize(loop.toWire(), target);
    }

    @Override
    public StoredLoop deserialize(DataInputView source) throws IOException {
        return StoredLoop.of(snapshots.deserialize(source));
    }

    @Override
    public TypeSerializerSnapshot<StoredLoop> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The first layout; what is inside evolves as a record of the wire. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<StoredLoop> {
        public Snapshot() {
            super(StoredLoopSerializer::new);
        }
    }
}
