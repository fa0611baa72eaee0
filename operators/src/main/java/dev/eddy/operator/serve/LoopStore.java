// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.operator.WireType;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryPart;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;

/**
 * The keyed state of one rollout. A rollout waits ({@code place}), runs ({@code loop}, {@code parts}), or has ended and waits
 * for the blob store to take its record ({@code departing}); after that nothing of it is left. All states are bounded by the
 * loop's deadline and the wait for its policy, so none has a time to live.
 */
final class LoopStore {
    private static final String PLACE = "place";
    private static final String LOOP = "loop";
    private static final String DEPARTING = "departing";

    /** What was asked, from arrival to end. */
    final ValueState<RolloutRequest> request;

    /** Place in the queue, see {@link Admission}; null once it runs. */
    final ValueState<Long> place;

    final ValueState<StoredLoop> loop;

    /** Appended to at every step and read once. */
    final ListState<TrajectoryPart> parts;

    final ValueState<Trajectory> departing;

    LoopStore(KeyedStateStore states) {
        request = states.getState(new ValueStateDescriptor<>("request", WireType.of(RolloutRequest.class)));
        place = states.getState(new ValueStateDescriptor<>(PLACE, LongSerializer.INSTANCE));
        loop = states.getState(new ValueStateDescriptor<>(LOOP, new StoredLoopSerializer()));
        parts = states.getListState(new ListStateDescriptor<>("parts", WireType.of(TrajectoryPart.class)));
        departing = states.getState(new ValueStateDescriptor<>(DEPARTING, WireType.of(Trajectory.class)));
    }

    /** Drops everything of the current key. */
    void clear() {
        request.clear();
        place.clear();
        loop.clear();
        parts.clear();
        departing.clear();
    }

    static List<String> waiting(KeyedStateBackend<String> backend) {
        return keys(backend, PLACE);
    }

    static List<String> running(KeyedStateBackend<String> backend) {
        return keys(backend, LOOP);
    }

    static List<String> departing(KeyedStateBackend<String> backend) {
        return keys(backend, DEPARTING);
    }

    /** Of this subtask's key groups; collected, since states are changed while they are walked through. */
    private static List<String> keys(KeyedStateBackend<String> backend, String state) {
        try (Stream<String> keys = backend.getKeys(state, VoidNamespace.INSTANCE)) {
            return keys.toList();
        }
    }
}
