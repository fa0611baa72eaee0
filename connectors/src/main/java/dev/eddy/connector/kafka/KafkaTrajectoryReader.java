// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.kafka;

import dev.eddy.connector.kafka.TrajectoryLog.Fetched;
import dev.eddy.connector.kafka.TrajectoryLog.Position;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.port.Ports;
import dev.eddy.port.TrajectoryBlobs;
import dev.eddy.port.TrajectoryReader;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.io.IOException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.flink.util.IOUtils;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Reads trajectories where the references say that they stand, committed ones only, on one thread of its own. Requests that
 * wait together are read together, in the order of the log. Thread-safe.
 */
public final class KafkaTrajectoryReader implements TrajectoryReader {
    private record Request(List<TrajectoryRef> refs, CompletableFuture<List<Trajectory>> result) {}

    private final TrajectoryLog log;
    private final Ports.Lease<BlobStore> store;
    private final TrajectoryBlobs blobs;
    private final Codec<Trajectory> codec = Codec.of(Trajectory.class);
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::run, "trajectory-reader");
    private volatile boolean closed;

    /**
     * @param client how to reach the broker
     * @param store where large records stand; given back on close
     * @param patience how long to wait for a record without any progress
     * @param passedBytes most bytes to keep of records that were passed on the way to others
     */
    public KafkaTrajectoryReader(Properties client, Ports.Lease<BlobStore> store, Duration patience, long passedBytes) {
        this.log = new TrajectoryLog(client, patience, passedBytes);
        this.store = store;
        this.blobs = new TrajectoryBlobs(store.get());
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public CompletableFuture<List<Trajectory>> read(List<TrajectoryRef> refs) {
        for (TrajectoryRef ref : refs) {
            if (!ref.getTopic().equals(Topic.TRAJECTORIES.topicName())
                    || ref.getPartition() < 0
                    || ref.getOffset() < 0) {
                return CompletableFuture.failedFuture(new PortException(
                        EffectStatus.REJECTED, ref + " is no place in topic '" + Topic.TRAJECTORIES.topicName() + "'"));
            }
        }
        Request request = new Request(List.copyOf(refs), new CompletableFuture<>());
        requests.add(request);
        if (closed) {
            failWaiting();
        }
        return request.result();
    }

    private void run() {
        List<Request> batch = new ArrayList<>();
        try {
            while (!closed) {
                batch.clear();
                batch.add(requests.take());
                requests.drainTo(batch);
                serve(batch);
            }
        } catch (InterruptedException | WakeupException e) {
            Thread.currentThread().interrupt(); // this thread ends here
        } finally {
            closed = true;
            batch.forEach(KafkaTrajectoryReader::failClosed);
            failWaiting();
        }
    }

    private void serve(List<Request> batch) {
        List<Position> positions = batch.stream()
                .flatMap(request -> request.refs().stream())
                .map(KafkaTrajectoryReader::position)
                .toList();
        try {
            Fetched fetched = log.fetch(positions);
            batch.forEach(request -> answer(request, fetched));
        } catch (WakeupException e) {
            throw e;
        } catch (KafkaException e) {
            PortException failure = new PortException(
                    EffectStatus.UNAVAILABLE, "cannot read topic '" + Topic.TRAJECTORIES.topicName() + "': " + e, e);
            batch.forEach(request -> request.result().completeExceptionally(failure));
        } catch (RuntimeException e) { // a defect: whoever waits must hear of it
            batch.forEach(request -> request.result().completeExceptionally(e));
        }
    }

    private void answer(Request request, Fetched fetched) {
        List<CompletableFuture<Trajectory>> all = new ArrayList<>();
        for (TrajectoryRef ref : request.refs()) {
            PortException failure = fetched.failures().get(position(ref));
            all.add(
                    failure != null
                            ? CompletableFuture.failedFuture(failure)
                            : decode(fetched.records().get(position(ref)), ref));
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).whenComplete((done, failure) -> {
            if (failure == null) {
                request.result()
                        .complete(all.stream().map(CompletableFuture::join).toList());
            } else {
                request.result().completeExceptionally(failure.getCause());
            }
        });
    }

    private CompletableFuture<Trajectory> decode(byte[] value, TrajectoryRef ref) {
        try {
            return blobs.whole(codec.decode(value));
        } catch (MalformedRecordException e) {
            return CompletableFuture.failedFuture(new PortException(
                    EffectStatus.INVALID, "no trajectory stands at " + ref + ": " + e.getMessage(), e));
        }
    }

    private static Position position(TrajectoryRef ref) {
        return new Position(ref.getPartition(), ref.getOffset());
    }

    private void failWaiting() {
        List<Request> waiting = new ArrayList<>();
        requests.drainTo(waiting);
        waiting.forEach(KafkaTrajectoryReader::failClosed);
    }

    private static void failClosed(Request request) {
        request.result().completeExceptionally(new PortException(EffectStatus.UNAVAILABLE, "the reader was closed"));
    }

    /** Fails what is still to be read as UNAVAILABLE. */
    @Override
    public void close() {
        closed = true;
        log.wakeUp();
        requests.add(new Request(List.of(), new CompletableFuture<>())); // for a thread that waits for one
        try {
            thread.join();
            log.close();
            store.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) { // a lease declares no narrower one
            throw new IllegalStateException("the trajectory reader's blob store cannot be closed", e);
        }
    }

    /**
     * Name {@code kafka}; settings: {@code kafka.} and a property of Kafka's consumer (secrets as in {@link KafkaSecrets}), at least {@code
     * kafka.bootstrap.servers}; {@code blobs}, the name of the blob store in which large records stand, and {@code blobs.}
     * with settings of that store; {@code patience} (PT30S), how long to wait for a record without any progress;
     * {@code passed-bytes} (64 MiB), most bytes to keep of records that were passed on the way to others.
     */
    public static final class Factory implements PortFactory<TrajectoryReader> {
        private static final String KAFKA = "kafka.";
        private static final String BLOBS = "blobs";
        private static final String PATIENCE = "patience";
        private static final String PASSED_BYTES = "passed-bytes";

        @Override
        public Class<TrajectoryReader> port() {
            return TrajectoryReader.class;
        }

        @Override
        public String name() {
            return "kafka";
        }

        @Override
        public TrajectoryReader open(Map<String, String> settings) throws IOException {
            Map<String, String> consumer = new HashMap<>();
            Map<String, String> storeSettings = new HashMap<>();
            settings.forEach((key, value) -> {
                if (key.startsWith(KAFKA)) {
                    consumer.put(key.substring(KAFKA.length()), value);
                } else if (key.startsWith(BLOBS + ".")) {
                    storeSettings.put(key.substring(BLOBS.length() + 1), value);
                } else if (!Set.of(BLOBS, PATIENCE, PASSED_BYTES).contains(key)) {
                    throw new IllegalArgumentException("the Kafka trajectory reader has no setting '" + key
                            + "'; it has kafka.*, blobs, blobs.*, patience and passed-bytes");
                }
            });
            Properties client = KafkaSecrets.client(KAFKA, consumer);
            if (!client.containsKey("bootstrap.servers")) {
                throw new IllegalArgumentException(
                        "the Kafka trajectory reader needs the setting 'kafka.bootstrap.servers'");
            }
            String storeName = settings.get(BLOBS);
            if (storeName == null) {
                throw new IllegalArgumentException("the Kafka trajectory reader needs the setting 'blobs': the name"
                        + " of the blob store in which large trajectories stand");
            }
            Duration patience = patience(settings.getOrDefault(PATIENCE, "PT30S"));
            long passedBytes = passedBytes(settings.getOrDefault(PASSED_BYTES, "67108864"));
            Ports.Lease<BlobStore> store = Ports.lease(BlobStore.class, storeName, storeSettings);
            try {
                return new KafkaTrajectoryReader(client, store, patience, passedBytes);
            } catch (RuntimeException e) {
                IOUtils.closeQuietly(store);
                throw e;
            }
        }

        private static Duration patience(String text) {
            try {
                Duration patience = Duration.parse(text);
                if (patience.toMillis() > 0) {
                    return patience;
                }
            } catch (DateTimeParseException e) {
                throw new IllegalArgumentException(wrong(PATIENCE, text, "a duration such as PT30S"), e);
            }
            throw new IllegalArgumentException(wrong(PATIENCE, text, "a duration of a millisecond or more"));
        }

        private static long passedBytes(String text) {
            if (!text.matches("\\d{1,18}")) {
                throw new IllegalArgumentException(wrong(PASSED_BYTES, text, "a whole number of bytes"));
            }
            return Long.parseLong(text);
        }

        private static String wrong(String key, String text, String expected) {
            return "setting '" + key + "' of the Kafka trajectory reader is " + expected + ", got '" + text + "'";
        }
    }
}
