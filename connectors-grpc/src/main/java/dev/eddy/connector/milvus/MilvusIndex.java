// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import dev.eddy.connector.grpc.GrpcChannel;
import dev.eddy.connector.grpc.GrpcFailures;
import dev.eddy.connector.milvus.proto.DescribeCollectionRequest;
import dev.eddy.connector.milvus.proto.DescribeCollectionResponse;
import dev.eddy.connector.milvus.proto.FlushRequest;
import dev.eddy.connector.milvus.proto.FlushResponse;
import dev.eddy.connector.milvus.proto.GetLoadStateRequest;
import dev.eddy.connector.milvus.proto.GetLoadStateResponse;
import dev.eddy.connector.milvus.proto.LoadCollectionRequest;
import dev.eddy.connector.milvus.proto.LoadState;
import dev.eddy.connector.milvus.proto.MilvusServiceGrpc;
import dev.eddy.connector.milvus.proto.MutationResult;
import dev.eddy.connector.milvus.proto.QueryResults;
import dev.eddy.connector.milvus.proto.SearchResults;
import dev.eddy.connector.milvus.proto.Status;
import dev.eddy.effect.CallChain;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.port.VectorIndex;
import dev.eddy.schemas.EffectStatus;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.flink.util.ExceptionUtils;

/**
 * Vectors in Milvus: a collection a channel and length of vectors, made when it is first written to. See {@link VectorIndex} and
 * {@link MilvusSettings}. Failures are UNAVAILABLE and TIMEOUT where another try may help, REJECTED where the server refuses.
 */
final class MilvusIndex implements VectorIndex {
    private static final Duration POLL = Duration.ofMillis(200);

    private final MilvusSettings settings;
    private final MilvusCalls calls;
    private final MilvusRequests requests;
    /** Collections that stand and are loaded; one that could not be made is tried again. */
    private final Map<String, CompletableFuture<Void>> ready = new ConcurrentHashMap<>();
    /** What a server once did not know is not asked of it again. */
    private volatile boolean withoutFusion;

    /** @param channel closed with this */
    MilvusIndex(MilvusSettings settings, ManagedChannel channel) {
        this.settings = settings;
        this.calls = new MilvusCalls(channel, settings);
        this.requests = new MilvusRequests(settings);
    }

    @Override
    public CompletableFuture<Void> write(Pool pool, List<Row> rows) {
        Deadline deadline = within(settings.loadDeadline());
        return ready(pool, deadline)
                .thenCompose(done -> calls.persist(() -> writeMissing(pool, rows, deadline), deadline));
    }

    /** Not by an upsert, after which a Milvus 2.3 may count no row; and an insertion that is made twice leaves two. */
    private CompletableFuture<Void> writeMissing(Pool pool, List<Row> rows, Deadline deadline) {
        return calls.once(
                        MilvusServiceGrpc.getQueryMethod(),
                        requests.collection(pool),
                        requests.present(pool, rows),
                        QueryResults::getStatus,
                        deadline)
                .thenCompose(there -> {
                    Set<String> present = new HashSet<>(MilvusAnswers.texts(there.getFieldsDataList(), "id"));
                    List<Row> missing = rows.stream()
                            .filter(row -> !present.contains(MilvusRequests.id(pool, row)))
                            .toList();
                    return missing.isEmpty()
                            ? CompletableFuture.<Void>completedFuture(null)
                            : done(calls.once(
                                    MilvusServiceGrpc.getInsertMethod(),
                                    requests.collection(pool),
                                    requests.insert(pool, missing),
                                    MutationResult::getStatus,
                                    deadline));
                });
    }

    private CompletableFuture<Void> ready(Pool pool, Deadline deadline) {
        String collection = requests.collection(pool);
        CompletableFuture<Void> made = new CompletableFuture<>();
        CompletableFuture<Void> known = ready.putIfAbsent(collection, made);
        if (known != null) {
            return known;
        }
        make(pool, deadline).whenComplete((done, failure) -> {
            if (failure == null) {
                made.complete(null);
            } else {
                ready.remove(collection, made);
                made.completeExceptionally(failure);
            }
        });
        return made;
    }

    /** One that was left without its index, which no server loads, gets it; to make one twice is refused by some. */
    private CompletableFuture<Void> make(Pool pool, Deadline deadline) {
        return exists(pool, deadline)
                .thenCompose(there -> there
                        ? load(pool, deadline)
                                .exceptionallyCompose(failure -> isRefused(failure)
                                        ? indexAndLoad(pool, deadline)
                                        : CompletableFuture.failedFuture(failure))
                        : calls.call(
                                        MilvusServiceGrpc.getCreateCollectionMethod(),
                                        requests.collection(pool),
                                        requests.create(pool),
                                        Function.identity(),
                                        deadline)
                                .thenCompose(done -> indexAndLoad(pool, deadline)));
    }

    private static boolean isRefused(Throwable failure) {
        Throwable cause = ExceptionUtils.stripCompletionException(failure);
        return cause instanceof PortException refused && refused.status() == EffectStatus.REJECTED;
    }

    private CompletableFuture<Void> indexAndLoad(Pool pool, Deadline deadline) {
        return calls.call(
                        MilvusServiceGrpc.getCreateIndexMethod(),
                        requests.collection(pool),
                        requests.index(pool),
                        Function.identity(),
                        deadline)
                .thenCompose(done -> load(pool, deadline));
    }

    private CompletableFuture<Boolean> exists(Pool pool, Deadline deadline) {
        DescribeCollectionRequest request = DescribeCollectionRequest.newBuilder()
                .setCollectionName(requests.collection(pool))
                .build();
        return calls.call(
                        MilvusServiceGrpc.getDescribeCollectionMethod(),
                        requests.collection(pool),
                        request,
                        answer -> MilvusFailures.isMissingCollection(answer.getStatus())
                                ? Status.getDefaultInstance()
                                : answer.getStatus(),
                        deadline)
                .thenApply(DescribeCollectionResponse::getStatus)
                .thenApply(status -> !MilvusFailures.isMissingCollection(status));
    }

    private CompletableFuture<Void> load(Pool pool, Deadline deadline) {
        LoadCollectionRequest request = LoadCollectionRequest.newBuilder()
                .setCollectionName(requests.collection(pool))
                .setReplicaNumber(1)
                .build();
        return calls.call(
                        MilvusServiceGrpc.getLoadCollectionMethod(),
                        requests.collection(pool),
                        request,
                        Function.identity(),
                        deadline)
                .thenCompose(done -> loaded(requests.collection(pool), deadline));
    }

    private CompletableFuture<Void> loaded(String collection, Deadline deadline) {
        GetLoadStateRequest request =
                GetLoadStateRequest.newBuilder().setCollectionName(collection).build();
        return calls.poll(
                        () -> calls.call(
                                MilvusServiceGrpc.getGetLoadStateMethod(),
                                collection,
                                request,
                                GetLoadStateResponse::getStatus,
                                deadline),
                        answer -> answer.getState() == LoadState.LOADED,
                        POLL,
                        deadline)
                .thenAccept(answer -> {
                    if (answer.getState() != LoadState.LOADED) {
                        throw new PortException(
                                EffectStatus.TIMEOUT,
                                "collection " + collection + " of the Milvus at "
                                        + settings.server().endpoint() + " is still " + answer.getState()
                                        + "; raise 'deadline-ms' for a bank that is opened, 'load-deadline-ms' for one that is written");
                    }
                });
    }

    @Override
    public CompletableFuture<Void> flush(Pool pool) {
        FlushRequest request = FlushRequest.newBuilder()
                .addCollectionNames(requests.collection(pool))
                .build();
        return done(calls.call(
                MilvusServiceGrpc.getFlushMethod(),
                requests.collection(pool),
                request,
                FlushResponse::getStatus,
                within(settings.loadDeadline())));
    }

    @Override
    public CompletableFuture<Long> count(Pool pool) {
        Deadline deadline = within(settings.deadline());
        return load(pool, deadline)
                .thenCompose(done -> calls.call(
                        MilvusServiceGrpc.getQueryMethod(),
                        requests.collection(pool),
                        requests.count(pool),
                        QueryResults::getStatus,
                        deadline))
                .thenApply(answer -> MilvusAnswers.count(answer.getFieldsDataList()));
    }

    @Override
    public CompletableFuture<List<Match>> search(Pool pool, List<float[]> queries, List<String> members, int limit) {
        int rows = Math.min(MilvusRequests.MOST_ROWS, Math.multiplyExact(limit, MilvusAnswers.OVER_FETCH));
        CallChain<List<Match>> chain = new CallChain<>();
        return chain.of(search(chain, pool, queries, members, limit, rows, within(settings.deadline())));
    }

    private CompletableFuture<List<Match>> search(
            CallChain<List<Match>> chain,
            Pool pool,
            List<float[]> queries,
            List<String> members,
            int limit,
            int rows,
            Deadline deadline) {
        return chain.call(() -> calls.call(
                        MilvusServiceGrpc.getSearchMethod(),
                        requests.collection(pool),
                        requests.search(pool, queries, members, rows),
                        SearchResults::getStatus,
                        deadline))
                .thenCompose(answer -> {
                    MilvusAnswers found = MilvusAnswers.of(answer.getResults(), limit, rows);
                    return found.complete() || rows == MilvusRequests.MOST_ROWS
                            ? CompletableFuture.completedFuture(found.matches())
                            : search(
                                    chain,
                                    pool,
                                    queries,
                                    members,
                                    limit,
                                    Math.min(MilvusRequests.MOST_ROWS, rows * MilvusAnswers.MANY_TIES),
                                    deadline);
                });
    }

    @Override
    public CompletableFuture<Map<String, List<float[]>>> fetch(Pool pool, List<String> records) {
        return calls.call(
                        MilvusServiceGrpc.getQueryMethod(),
                        requests.collection(pool),
                        requests.fetch(pool, records),
                        QueryResults::getStatus,
                        within(settings.deadline()))
                .thenApply(answer -> MilvusAnswers.vectors(answer.getFieldsDataList(), pool.length()));
    }

    @Override
    public CompletableFuture<Optional<List<Match>>> fused(Pool pool, List<float[]> queries, int limit, int constant) {
        if (withoutFusion) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        CallChain<Optional<List<Match>>> chain = new CallChain<>();
        return chain.of(chain.call(() -> calls.call(
                        MilvusServiceGrpc.getHybridSearchMethod(),
                        requests.collection(pool),
                        requests.fused(pool, queries, limit, constant),
                        SearchResults::getStatus,
                        within(settings.deadline())))
                .thenApply(answer -> Optional.of(MilvusAnswers.inOrder(answer.getResults())))
                .exceptionallyCompose(failure -> {
                    if (GrpcFailures.isUnimplemented(failure)) {
                        withoutFusion = true;
                        return CompletableFuture.completedFuture(Optional.empty());
                    }
                    return CompletableFuture.failedFuture(failure);
                }));
    }

    private static Deadline within(Duration time) {
        return Deadline.after(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static CompletableFuture<Void> done(CompletableFuture<?> future) {
        return future.thenApply(value -> null);
    }

    /** Calls that are out fail with UNAVAILABLE, and those between two attempts after their pause. */
    @Override
    public void close() {
        calls.close();
    }

    /** Settings: see {@link MilvusSettings}; a token is {@code user:password}. */
    public static final class Factory implements PortFactory<VectorIndex> {
        @Override
        public Class<VectorIndex> port() {
            return VectorIndex.class;
        }

        @Override
        public String name() {
            return "milvus";
        }

        @Override
        public VectorIndex open(Map<String, String> settings) throws IOException {
            MilvusSettings read = MilvusSettings.of(settings);
            return new MilvusIndex(read, GrpcChannel.open(read.server(), System::getenv, Factory::authorization));
        }

        private static String authorization(String token) {
            return Base64.getEncoder().encodeToString(token.getBytes(StandardCharsets.UTF_8));
        }
    }
}
