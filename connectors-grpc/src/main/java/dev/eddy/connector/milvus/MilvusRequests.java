// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import com.google.protobuf.ByteString;
import dev.eddy.connector.milvus.proto.CollectionSchema;
import dev.eddy.connector.milvus.proto.ConsistencyLevel;
import dev.eddy.connector.milvus.proto.CreateCollectionRequest;
import dev.eddy.connector.milvus.proto.CreateIndexRequest;
import dev.eddy.connector.milvus.proto.DataType;
import dev.eddy.connector.milvus.proto.DslType;
import dev.eddy.connector.milvus.proto.FieldData;
import dev.eddy.connector.milvus.proto.FieldSchema;
import dev.eddy.connector.milvus.proto.FloatArray;
import dev.eddy.connector.milvus.proto.HybridSearchRequest;
import dev.eddy.connector.milvus.proto.InsertRequest;
import dev.eddy.connector.milvus.proto.KeyValuePair;
import dev.eddy.connector.milvus.proto.PlaceholderGroup;
import dev.eddy.connector.milvus.proto.PlaceholderType;
import dev.eddy.connector.milvus.proto.PlaceholderValue;
import dev.eddy.connector.milvus.proto.QueryRequest;
import dev.eddy.connector.milvus.proto.ScalarField;
import dev.eddy.connector.milvus.proto.SearchRequest;
import dev.eddy.connector.milvus.proto.StringArray;
import dev.eddy.connector.milvus.proto.VectorField;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.port.VectorIndex.Row;
import dev.eddy.schemas.Packed;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What is asked of a Milvus. A row's id is {@code pool/record#number}, by which one that is there is found. */
final class MilvusRequests {
    /** More than these a server hands out to no query. */
    static final int MOST_ROWS = 16_384;

    private static final String ID = "id";
    private static final String POOL = "pool";
    private static final String RECORD = "record";
    private static final String VECTOR = "vector";
    private static final int ID_BYTES = 2_048;
    private static final int PARTITIONS = 16;
    private static final long NOT_BEFORE_STALENESS = 2;

    private final MilvusSettings settings;

    MilvusRequests(MilvusSettings settings) {
        this.settings = settings;
    }

    String collection(Pool pool) {
        return settings.prefix() + "_" + pool.channel().name().toLowerCase(Locale.ROOT) + "_" + pool.length();
    }

    CreateCollectionRequest create(Pool pool) {
        CollectionSchema schema = CollectionSchema.newBuilder()
                .setName(collection(pool))
                .addFields(text(ID).setIsPrimaryKey(true))
                .addFields(text(POOL).setIsPartitionKey(true))
                .addFields(text(RECORD))
                .addFields(FieldSchema.newBuilder()
                        .setName(VECTOR)
                        .setDataType(DataType.FLOAT_VECTOR)
                        .addTypeParams(pair("dim", Integer.toString(pool.length()))))
                .build();
        return CreateCollectionRequest.newBuilder()
                .setCollectionName(collection(pool))
                .setSchema(schema.toByteString())
                .setShardsNum(1)
                .setConsistencyLevel(ConsistencyLevel.BOUNDED)
                .setNumPartitions(PARTITIONS)
                .build();
    }

    private static FieldSchema.Builder text(String name) {
        return FieldSchema.newBuilder()
                .setName(name)
                .setDataType(DataType.VAR_CHAR)
                .addTypeParams(pair("max_length", Integer.toString(ID_BYTES)));
    }

    CreateIndexRequest index(Pool pool) {
        return CreateIndexRequest.newBuilder()
                .setCollectionName(collection(pool))
                .setFieldName(VECTOR)
                .setIndexName(VECTOR)
                .addExtraParams(pair("index_type", settings.index().name()))
                .addExtraParams(pair("metric_type", "IP"))
                .addExtraParams(pair(
                        "params",
                        settings.index() == MilvusSettings.Index.HNSW ? "{\"M\":16,\"efConstruction\":200}" : "{}"))
                .build();
    }

    InsertRequest insert(Pool pool, List<Row> rows) {
        FloatArray.Builder vectors = FloatArray.newBuilder();
        for (Row row : rows) {
            for (float element : row.vector()) {
                vectors.addData(element);
            }
        }
        return InsertRequest.newBuilder()
                .setCollectionName(collection(pool))
                .setNumRows(rows.size())
                .addFieldsData(texts(ID, rows, row -> id(pool, row)))
                .addFieldsData(texts(POOL, rows, row -> pool.name()))
                .addFieldsData(texts(RECORD, rows, Row::record))
                .addFieldsData(FieldData.newBuilder()
                        .setType(DataType.FLOAT_VECTOR)
                        .setFieldName(VECTOR)
                        .setVectors(
                                VectorField.newBuilder().setDim(pool.length()).setFloatVector(vectors)))
                .build();
    }

    private static FieldData texts(String name, List<Row> rows, Function<Row, String> value) {
        return FieldData.newBuilder()
                .setType(DataType.VAR_CHAR)
                .setFieldName(name)
                .setScalars(ScalarField.newBuilder()
                        .setStringData(StringArray.newBuilder()
                                .addAllData(rows.stream().map(value).toList())))
                .build();
    }

    static String id(Pool pool, Row row) {
        return pool.name() + "/" + row.record() + "#" + row.number();
    }

    /** Ids of those rows that the server has. */
    QueryRequest present(Pool pool, List<Row> rows) {
        return query(
                pool,
                of(pool) + " and "
                        + in(ID, rows.stream().map(row -> id(pool, row)).toList()),
                ConsistencyLevel.STRONG,
                ID);
    }

    QueryRequest count(Pool pool) {
        return query(pool, of(pool), settings.consistency(), "count(*)");
    }

    /** All vectors of records, each beside its record. */
    QueryRequest fetch(Pool pool, List<String> records) {
        return query(pool, of(pool) + " and " + in(RECORD, records), settings.consistency(), RECORD, VECTOR);
    }

    private QueryRequest query(Pool pool, String filter, ConsistencyLevel consistency, String... fields) {
        return QueryRequest.newBuilder()
                .setCollectionName(collection(pool))
                .setExpr(filter)
                .addAllOutputFields(List.of(fields))
                .setConsistencyLevel(consistency)
                .setGuaranteeTimestamp(guarantee(consistency))
                .build();
    }

    /** @param rows most that each query finds */
    SearchRequest search(Pool pool, List<float[]> queries, List<String> members, int rows) {
        PlaceholderValue.Builder vectors =
                PlaceholderValue.newBuilder().setTag("$0").setType(PlaceholderType.FLOAT_VECTOR_PLACEHOLDER);
        queries.forEach(query -> vectors.addValues(ByteString.copyFrom(Packed.floats(query))));
        int effort = Math.max(rows, settings.effort());
        return SearchRequest.newBuilder()
                .setCollectionName(collection(pool))
                .setDsl(members.isEmpty() ? of(pool) : of(pool) + " and " + in(RECORD, members))
                .setDslType(DslType.BOOL_EXPR_V1)
                .setPlaceholderGroup(PlaceholderGroup.newBuilder()
                        .addPlaceholders(vectors)
                        .build()
                        .toByteString())
                .addOutputFields(RECORD)
                .addSearchParams(pair("anns_field", VECTOR))
                .addSearchParams(pair("topk", Integer.toString(rows)))
                .addSearchParams(pair("metric_type", "IP"))
                .addSearchParams(pair("round_decimal", "-1"))
                .addSearchParams(pair(
                        "params", settings.index() == MilvusSettings.Index.HNSW ? "{\"ef\":" + effort + "}" : "{}"))
                .setNq(queries.size())
                .setConsistencyLevel(settings.consistency())
                .setGuaranteeTimestamp(guarantee(settings.consistency()))
                .build();
    }

    /** A search for each query, whose lists the server is to fuse by reciprocal ranks. */
    HybridSearchRequest fused(Pool pool, List<float[]> queries, int rows, int constant) {
        HybridSearchRequest.Builder request = HybridSearchRequest.newBuilder()
                .setCollectionName(collection(pool))
                .addRankParams(pair("strategy", "rrf"))
                .addRankParams(pair("params", "{\"k\":" + constant + "}"))
                .addRankParams(pair("limit", Integer.toString(rows)))
                .addRankParams(pair("round_decimal", "-1"))
                .addOutputFields(RECORD)
                .setConsistencyLevel(settings.consistency())
                .setGuaranteeTimestamp(guarantee(settings.consistency()));
        queries.forEach(query -> request.addRequests(search(pool, List.of(query), List.of(), rows)));
        return request.build();
    }

    /** What the level means to servers that read the timestamp beside it. */
    private static long guarantee(ConsistencyLevel consistency) {
        return consistency == ConsistencyLevel.BOUNDED ? NOT_BEFORE_STALENESS : 0;
    }

    private static String of(Pool pool) {
        return POOL + " == " + quoted(pool.name());
    }

    private static String in(String field, List<String> values) {
        return values.stream().map(MilvusRequests::quoted).collect(Collectors.joining(",", field + " in [", "]"));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private static KeyValuePair pair(String key, String value) {
        return KeyValuePair.newBuilder().setKey(key).setValue(value).build();
    }
}
