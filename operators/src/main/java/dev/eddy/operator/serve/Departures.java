// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.operator.Outgoing;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.Trajectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.util.concurrent.ExponentialBackoffRetryStrategy;
import org.apache.flink.util.concurrent.RetryStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends finished runs on their way: answers at once, the record too, unless the blob store must first take something of it:
 * shared segments that it is not known to have, or the whole of a record that is too large for its topic. Then it waits in
 * state, and is offered again and again where the store refuses. A rollout keeps its slot until it is gone.
 */
final class Departures {
    private static final Logger LOGGER = LoggerFactory.getLogger(Departures.class);
    private static final int KNOWN_SHARED = 10_000;
    private static final RetryStrategy PAUSES =
            new ExponentialBackoffRetryStrategy(Integer.MAX_VALUE, Duration.ofSeconds(1), Duration.ofSeconds(30));

    private final LoopTask task;
    private final LoopStore store;
    private final BlobStore blobs;
    private final int inlineBytes;
    private final Admission admission;
    private final LoopMetrics metrics;
    private final TrajectoryRecords records = new TrajectoryRecords();
    private final Cache<String, Boolean> stored = Caffeine.newBuilder()
            .maximumSize(KNOWN_SHARED)
            .expireAfterWrite(BlobStore.KNOWN_FOR)
            .executor(Runnable::run)
            .build();
    private boolean refuses;

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
        store.clear();
        List<CompletableFuture<String>> puts = putShared(trajectory);
        byte[] encoded = records.encode(trajectory);
        if (puts.isEmpty() && encoded.length <= inlineBytes) {
            task.emitRecord(records.whole(trajectory, encoded));
            admission.ended();
        } else {
            store.departing.update(trajectory);
            admission.departs();
            departAfter(puts, trajectory, encoded, PAUSES);
        }
    }

    /** Offers what a restored state still holds to the blob store once more. */
    void resume() throws Exception {
        admission.departs();
        offer(PAUSES);
    }

    /** True from a refusal of the store until it takes something. */
    boolean refused() {
        return refuses;
    }

    private void offer(RetryStrategy pauses) throws Exception {
        Trajectory trajectory = store.departing.value();
        departAfter(putShared(trajectory), trajectory, records.encode(trajectory), pauses);
    }

    private List<CompletableFuture<String>> putShared(Trajectory trajectory) {
        List<CompletableFuture<String>> puts = new ArrayList<>();
        for (Segment segment : trajectory.getSegments()) {
            if (segment.getBlob() != null && stored.getIfPresent(segment.getBlob()) == null) {
                puts.add(blobs.put(Packed.bytes(segment.getTokens())));
            }
        }
        return puts;
    }

    private void departAfter(
            List<CompletableFuture<String>> puts, Trajectory trajectory, byte[] encoded, RetryStrategy pauses) {
        CompletableFuture<String> whole = encoded.length <= inlineBytes ? null : blobs.put(encoded);
        List<CompletableFuture<String>> all = new ArrayList<>(puts);
        if (whole != null) {
            all.add(whole);
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .whenComplete((done, failure) -> task.mail("departure", () -> {
                    if (failure == null) {
                        puts.forEach(put -> stored.put(put.join(), true));
                        leave(trajectory, whole == null ? null : whole.join(), encoded);
                    } else if (failure.getCause() instanceof PortException refusal) {
                        refused(trajectory.getTrajectoryId(), refusal, pauses);
                    } else {
                        throw new IllegalStateException(
                                "the blob store broke on the trajectory of rollout " + trajectory.getTrajectoryId()
                                        + " or on what it shares with others",
                                failure);
                    }
                }));
    }

    private void refused(String rolloutId, PortException refusal, RetryStrategy pauses) {
        metrics.storeRefused();
        if (!refuses) {
            refuses = true;
            LOGGER.warn(
                    "the blob store refuses the trajectory of rollout {} or what it shares with others; what ends now"
                            + " waits in state and keeps its slot until the store takes it",
                    rolloutId,
                    refusal);
        }
        task.after(pauses.getRetryDelay(), () -> {
            task.setKey(rolloutId);
            offer(pauses.getNextRetryStrategy());
        });
    }

    private void leave(Trajectory trajectory, String blob, byte[] encoded) {
        if (refuses) {
            refuses = false;
            LOGGER.info("the blob store takes trajectories again");
        }
        task.setKey(trajectory.getTrajectoryId());
        if (blob == null) {
            task.emitRecord(records.whole(trajectory, encoded));
        } else {
            metrics.leftToBlob();
            task.emitRecord(records.reference(trajectory, blob));
        }
        store.clear();
        admission.departed();
        admission.ended();
    }
}
