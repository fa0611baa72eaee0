// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.operator.Outgoing;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.Trajectory;

/**
 * Sends finished runs on their way: answers at once, the record too, unless it is too large for its topic; then it waits in
 * state until the blob store has it. A rollout keeps its slot until it is gone.
 */
final class Departures {
    private final LoopTask task;
    private final LoopStore store;
    private final BlobStore blobs;
    private final int inlineBytes;
    private final Admission admission;
    private final LoopMetrics metrics;
    private final TrajectoryRecords records = new TrajectoryRecords();

    Departures(
            LoopTask task,
            LoopStore store,
            BlobStore blobs,
            int inlineBytes,
            Admission admission,
            LoopMetrics metrics) {
        this.task = task;
        this.store = store;
        this.blobs = blobs;
        this.inlineBytes = inlineBytes;
        this.admission = admission;
        this.metrics = metrics;
    }

    /** Of the current key, whose other state is dropped. */
    void depart(Trajectory trajectory) throws Exception {
        metrics.ended(trajectory);
        for (Outgoing answer : records.answers(trajectory)) {
            task.emitAnswer(answer);
        }
        byte[] encoded = records.encode(trajectory);
        store.clear();
        if (encoded.length <= inlineBytes) {
            task.emitRecord(records.whole(trajectory, encoded));
            admission.ended();
        } else {
            store.departing.update(trajectory);
            leaveToBlob(trajectory.getTrajectoryId(), encoded);
        }
    }

    /** Offers a record that a restored state still holds to the blob store once more. */
    void resume(String rolloutId) throws Exception {
        leaveToBlob(rolloutId, records.encode(store.departing.value()));
    }

    private void leaveToBlob(String rolloutId, byte[] encoded) {
        blobs.put(encoded).whenComplete((blob, failure) -> task.mail("blob", () -> left(rolloutId, blob, failure)));
    }

    private void left(String rolloutId, String blob, Throwable failure) throws Exception {
        if (failure != null) {
            throw new IllegalStateException(
                    "the trajectory of rollout " + rolloutId + " is larger than " + inlineBytes
                            + " bytes and the blob store did not take it",
                    failure);
        }
        task.setKey(rolloutId);
        task.emitRecord(records.reference(store.departing.value(), blob));
        metrics.leftToBlob();
        store.clear();
        admission.ended();
    }
}
