// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

/** A function that wants to know whether it was restored, and has no state but keyed state. */
interface RestoreAware extends CheckpointedFunction {
    @Override
    default void snapshotState(FunctionSnapshotContext context) {
        // keyed state goes into a snapshot by itself
    }
}
