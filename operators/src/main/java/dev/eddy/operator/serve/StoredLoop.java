// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.rollout.LoopState;
import dev.eddy.rollout.LoopStateForm;
import dev.eddy.schemas.LoopSnapshot;

/**
 * A loop as it lies in keyed state: alive while it stays in memory, so that a step on the heap encodes nothing; a record once
 * it was read from a checkpoint, until its agent wakes it. Immutable.
 */
final class StoredLoop {
    private final Live<?> live;
    private final LoopSnapshot snapshot;

    private StoredLoop(Live<?> live, LoopSnapshot snapshot) {
        this.live = live;
        this.snapshot = snapshot;
    }

    static <S> StoredLoop of(LoopState<S> state, LoopStateForm<S> form) {
        return new StoredLoop(new Live<>(state, form), null);
    }

    static StoredLoop of(LoopSnapshot snapshot) {
        return new StoredLoop(null, snapshot);
    }

    /** The state, for the agent that wrote it. */
    @SuppressWarnings("unchecked") // a key belongs to one agent all its life
    <S> LoopState<S> state(LoopStateForm<S> form) {
        return live == null ? form.fromWire(snapshot) : (LoopState<S>) live.state;
    }

    /** Epoch milliseconds. */
    long deadline() {
        return live == null ? snapshot.getDeadline() : live.state.schedule().deadline();
    }

    /** True if the deadline is the one that a restore granted. */
    boolean prolonged() {
        return live == null ? snapshot.getProlonged() : live.state.schedule().prolonged();
    }

    LoopSnapshot toWire() {
        return live == null ? snapshot : live.toWire();
    }

    private record Live<S>(LoopState<S> state, LoopStateForm<S> form) {
        LoopSnapshot toWire() {
            return form.toWire(state);
        }
    }
}
