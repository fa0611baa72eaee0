// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.eddy.connector.grpc.FreePort;
import dev.eddy.connector.milvus.proto.CreateCollectionRequest;
import dev.eddy.connector.milvus.proto.CreateIndexRequest;
import dev.eddy.connector.milvus.proto.DataType;
import dev.eddy.connector.milvus.proto.DescribeCollectionRequest;
import dev.eddy.connector.milvus.proto.DescribeCollectionResponse;
import dev.eddy.connector.milvus.proto.FieldData;
import dev.eddy.connector.milvus.proto.FloatArray;
import dev.eddy.connector.milvus.proto.FlushRequest;
import dev.eddy.connector.milvus.proto.FlushResponse;
import dev.eddy.connector.milvus.proto.GetLoadStateRequest;
import dev.eddy.connector.milvus.proto.GetLoadStateResponse;
import dev.eddy.connector.milvus.proto.HybridSearchRequest;
import dev.eddy.connector.milvus.proto.InsertRequest;
import dev.eddy.connector.milvus.proto.KeyValuePair;
import dev.eddy.connector.milvus.proto.LoadCollectionRequest;
import dev.eddy.connector.milvus.proto.LoadState;
import dev.eddy.connector.milvus.proto.LongArray;
import dev.eddy.connector.milvus.proto.MilvusServiceGrpc.MilvusServiceImplBase;
import dev.eddy.connector.milvus.proto.MutationResult;
import dev.eddy.connector.milvus.proto.PlaceholderGroup;
import dev.eddy.connector.milvus.proto.QueryRequest;
import dev.eddy.connector.milvus.proto.QueryResults;
import dev.eddy.connector.milvus.proto.ScalarField;
import dev.eddy.connector.milvus.proto.SearchRequest;
import dev.eddy.connector.milvus.proto.SearchResultData;
import dev.eddy.connector.milvus.proto.SearchResults;
import dev.eddy.connector.milvus.proto.Status;
import dev.eddy.connector.milvus.proto.StringArray;
import dev.eddy.connector.milvus.proto.VectorField;
import dev.eddy.schemas.Packed;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A Milvus on this machine that compares with every row, for the filters that the index writes; its equals go by id. */
final class FakeMilvus extends MilvusServiceImplBase implements AutoCloseable {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private record Row(String pool, String record, float[] vector) {}

    final Map<String, TreeMap<String, Row>> collections = new ConcurrentHashMap<>();
    /** Collections that have an index, without which none is loaded. */
    final Set<String> indexed = ConcurrentHashMap.newKeySet();

    final Queue<InsertRequest> inserts = new ConcurrentLinkedQueue<>();
    final AtomicInteger searches = new AtomicInteger();
    final CountDownLatch asked = new CountDownLatch(1);
    final CountDownLatch cancelled = new CountDownLatch(1);
    /** How often a collection is still loading when it is asked for. */
    final AtomicInteger loading = new AtomicInteger();
    /** Answers to searches, one each, before those that are worked out. */
    final Queue<Status> refusals = new ConcurrentLinkedQueue<>();
    /** What a search is answered with while there is no other refusal. */
    volatile Status always;
    /** Searches get no answer while it is set. */
    volatile boolean mute;

    /** Whether it is older than the call that fuses. */
    volatile boolean withoutFusion;

    final AtomicInteger fusions = new AtomicInteger();

    /** What calls showed of themselves. */
    final Queue<String> authorizations = new ConcurrentLinkedQueue<>();
    /** What calls must show; null for anything. */
    volatile String authorization;

    private final Server server;

    FakeMilvus(int port) throws IOException {
        this(port, InsecureServerCredentials.create());
    }

    FakeMilvus(int port, ServerCredentials credentials) throws IOException {
        server = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), credentials)
                .addService(this)
                .intercept(new Doorkeeper())
                .build()
                .start();
    }

    static FakeMilvus start() throws IOException {
        return new FakeMilvus(FreePort.find());
    }

    String endpoint() {
        return "127.0.0.1:" + server.getPort();
    }

    @Override
    public void createCollection(CreateCollectionRequest request, StreamObserver<Status> answers) {
        collections.put(request.getCollectionName(), new TreeMap<>());
        answer(answers, Status.getDefaultInstance());
    }

    @Override
    public void describeCollection(
            DescribeCollectionRequest request, StreamObserver<DescribeCollectionResponse> answers) {
        answer(
                answers,
                DescribeCollectionResponse.newBuilder()
                        .setStatus(status(request.getCollectionName()))
                        .build());
    }

    @Override
    public void createIndex(CreateIndexRequest request, StreamObserver<Status> answers) {
        answer(
                answers,
                indexed.add(request.getCollectionName())
                        ? status(request.getCollectionName())
                        : refusal(35, "index already exists"));
    }

    @Override
    public void loadCollection(LoadCollectionRequest request, StreamObserver<Status> answers) {
        String collection = request.getCollectionName();
        boolean without = collections.containsKey(collection) && !indexed.contains(collection);
        answer(answers, without ? refusal(700, "index not found") : status(collection));
    }

    @Override
    public void getLoadState(GetLoadStateRequest request, StreamObserver<GetLoadStateResponse> answers) {
        answer(
                answers,
                GetLoadStateResponse.newBuilder()
                        .setState(loading.getAndDecrement() > 0 ? LoadState.LOADING : LoadState.LOADED)
                        .build());
    }

    @Override
    public void flush(FlushRequest request, StreamObserver<FlushResponse> answers) {
        answer(answers, FlushResponse.getDefaultInstance());
    }

    @Override
    public void insert(InsertRequest request, StreamObserver<MutationResult> answers) {
        inserts.add(request);
        List<String> ids = MilvusAnswers.texts(request.getFieldsDataList(), "id");
        List<String> pools = MilvusAnswers.texts(request.getFieldsDataList(), "pool");
        List<String> records = MilvusAnswers.texts(request.getFieldsDataList(), "record");
        List<Float> floats =
                request.getFieldsData(3).getVectors().getFloatVector().getDataList();
        int length = floats.size() / ids.size();
        for (int row = 0; row < ids.size(); row++) {
            float[] vector = new float[length];
            for (int i = 0; i < length; i++) {
                vector[i] = floats.get(row * length + i);
            }
            collections
                    .get(request.getCollectionName())
                    .put(ids.get(row), new Row(pools.get(row), records.get(row), vector));
        }
        answer(answers, MutationResult.getDefaultInstance());
    }

    @Override
    public void query(QueryRequest request, StreamObserver<QueryResults> answers) {
        Status status = status(request.getCollectionName());
        if (MilvusFailures.failed(status)) {
            answer(answers, QueryResults.newBuilder().setStatus(status).build());
            return;
        }
        Map<String, Row> rows = new TreeMap<>(collections.get(request.getCollectionName()));
        rows.entrySet().removeIf(row -> !matches(request.getExpr(), row.getKey(), row.getValue()));
        QueryResults.Builder results = QueryResults.newBuilder();
        request.getOutputFieldsList().forEach(field -> results.addFieldsData(values(field, rows)));
        answer(answers, results.build());
    }

    private static FieldData.Builder values(String field, Map<String, Row> rows) {
        FieldData.Builder data = FieldData.newBuilder().setFieldName(field);
        return switch (field) {
            case "count(*)" ->
                data.setScalars(ScalarField.newBuilder()
                        .setLongData(LongArray.newBuilder().addData(rows.size())));
            case "id" -> data.setScalars(strings(List.copyOf(rows.keySet())));
            case "record" ->
                data.setScalars(strings(rows.values().stream().map(Row::record).toList()));
            case "vector" -> {
                FloatArray.Builder elements = FloatArray.newBuilder();
                rows.values().forEach(row -> {
                    for (float element : row.vector()) {
                        elements.addData(element);
                    }
                });
                yield data.setVectors(VectorField.newBuilder().setFloatVector(elements));
            }
            default -> throw new IllegalArgumentException("no row has a field " + field);
        };
    }

    @Override
    public void search(SearchRequest request, StreamObserver<SearchResults> answers) {
        searches.incrementAndGet();
        if (mute) {
            ((ServerCallStreamObserver<SearchResults>) answers).setOnCancelHandler(cancelled::countDown);
            asked.countDown();
            return;
        }
        Status refusal = refusals.isEmpty() ? always : refusals.poll();
        Status status = refusal == null ? status(request.getCollectionName()) : refusal;
        answer(
                answers,
                MilvusFailures.failed(status)
                        ? SearchResults.newBuilder().setStatus(status).build()
                        : SearchResults.newBuilder().setResults(found(request)).build());
    }

    @Override
    public void hybridSearch(HybridSearchRequest request, StreamObserver<SearchResults> answers) {
        fusions.incrementAndGet();
        if (mute) {
            ((ServerCallStreamObserver<SearchResults>) answers).setOnCancelHandler(cancelled::countDown);
            asked.countDown();
            return;
        }
        if (withoutFusion) {
            super.hybridSearch(request, answers);
            return;
        }
        Map<String, String> ranking = request.getRankParamsList().stream()
                .collect(Collectors.toMap(KeyValuePair::getKey, KeyValuePair::getValue));
        if (!ranking.get("strategy").equals("rrf")) {
            throw new IllegalArgumentException(ranking.toString());
        }
        int constant = Integer.parseInt(ranking.get("params").replaceAll("\\D", ""));
        Map<String, Float> scores = new TreeMap<>();
        for (SearchRequest search : request.getRequestsList()) {
            List<String> records = MilvusAnswers.texts(found(search).getFieldsDataList(), "record");
            for (int at = 0; at < records.size(); at++) {
                scores.merge(records.get(at), 1f / (constant + at + 1), Float::sum);
            }
        }
        List<Map.Entry<String, Float>> best = scores.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(Long.parseLong(ranking.get("limit")))
                .toList();
        SearchResultData.Builder data = SearchResultData.newBuilder().addTopks(best.size());
        best.forEach(entry -> data.addScores(entry.getValue()));
        data.addFieldsData(records(best.stream().map(Map.Entry::getKey).toList()));
        answer(answers, SearchResults.newBuilder().setResults(data).build());
    }

    private SearchResultData found(SearchRequest request) {
        int limit = request.getSearchParamsList().stream()
                .filter(pair -> pair.getKey().equals("topk"))
                .mapToInt(pair -> Integer.parseInt(pair.getValue()))
                .sum();
        SearchResultData.Builder data = SearchResultData.newBuilder();
        List<String> records = new ArrayList<>();
        for (float[] query : queries(request)) {
            List<Map.Entry<Row, Float>> rows = new ArrayList<>();
            collections.get(request.getCollectionName()).forEach((id, row) -> {
                if (matches(request.getDsl(), id, row)) {
                    rows.add(Map.entry(row, product(query, row.vector())));
                }
            });
            rows.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
            List<Map.Entry<Row, Float>> best = rows.subList(0, Math.min(limit, rows.size()));
            best.forEach(row -> {
                records.add(row.getKey().record());
                data.addScores(row.getValue());
            });
            data.addTopks(best.size());
        }
        return data.addFieldsData(records(records)).build();
    }

    private static FieldData.Builder records(List<String> values) {
        return FieldData.newBuilder()
                .setType(DataType.VAR_CHAR)
                .setFieldName("record")
                .setScalars(strings(values));
    }

    private static List<float[]> queries(SearchRequest request) {
        try {
            return PlaceholderGroup.parseFrom(request.getPlaceholderGroup()).getPlaceholders(0).getValuesList().stream()
                    .map(bytes -> Packed.floats(bytes.asReadOnlyByteBuffer()))
                    .toList();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static float product(float[] left, float[] right) {
        return (float) IntStream.range(0, left.length)
                .mapToDouble(i -> left[i] * right[i])
                .sum();
    }

    /** Of {@code pool == "…"}, and an id or record in a list. */
    private static boolean matches(String filter, String id, Row row) {
        String ofPool = "pool == \"" + row.pool() + '"';
        return filter.equals(ofPool)
                || filter.startsWith(ofPool + " and id in [") && filter.contains('"' + escaped(id) + '"')
                || filter.startsWith(ofPool + " and record in [") && filter.contains('"' + escaped(row.record()) + '"');
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static ScalarField strings(List<String> values) {
        return ScalarField.newBuilder()
                .setStringData(StringArray.newBuilder().addAllData(values))
                .build();
    }

    private Status status(String collection) {
        return collections.containsKey(collection)
                ? Status.getDefaultInstance()
                : refusal(100, "collection not found[collection=" + collection + "]");
    }

    private static Status refusal(int code, String reason) {
        return Status.newBuilder().setCode(code).setReason(reason).build();
    }

    private static <A> void answer(StreamObserver<A> answers, A answer) {
        answers.onNext(answer);
        answers.onCompleted();
    }

    @Override
    public void close() throws InterruptedException {
        server.shutdownNow().awaitTermination();
    }

    private final class Doorkeeper implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            String shown = headers.get(AUTHORIZATION);
            authorizations.add(String.valueOf(shown));
            if (authorization != null && !authorization.equals(shown)) {
                call.close(io.grpc.Status.UNAUTHENTICATED.withDescription("auth check failure"), new Metadata());
                return new ServerCall.Listener<>() {};
            }
            return next.startCall(call, headers);
        }
    }
}
