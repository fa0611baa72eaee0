// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.connector.kafka.BlobRetention;
import dev.eddy.connector.kafka.KafkaSinks;
import dev.eddy.connector.kafka.KafkaSources;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.Topic;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The ends of a job: its sources and sinks on Kafka, each with a fixed uid. */
final class JobStreams {
    private final StreamExecutionEnvironment environment;
    private final ReadableConfig configuration;
    private final String job;
    private final Properties kafka;

    JobStreams(StreamExecutionEnvironment environment, ReadableConfig configuration, String job) {
        this.environment = environment;
        this.configuration = configuration;
        this.job = job;
        this.kafka = JobOptions.kafka(configuration);
        BlobRetention.check(kafka, configuration.get(JobOptions.BLOB_RETENTION), JobOptions.BLOB_RETENTION.key());
        environment.configure(new Configuration()
                .set(PipelineOptions.NAME, job)
                .set(PipelineOptions.GENERIC_TYPES, false)
                .set(PipelineOptions.AUTO_GENERATE_UIDS, false)
                .set(PipelineOptions.OBJECT_REUSE, true));
    }

    /** Of several topics the records come in no order; the source is named after the first. */
    DataStream<Incoming> read(Topic... topics) {
        String name = topics[0].topicName();
        return read(KafkaSources.read(kafka, job + "-" + name, topics), name);
    }

    /** @param since epoch milliseconds: older records are not read */
    DataStream<Incoming> readSince(long since, Topic... topics) {
        String name = topics[0].topicName();
        return read(KafkaSources.readSince(since, kafka, job + "-" + name, topics), name);
    }

    private DataStream<Incoming> read(KafkaSource<Incoming> source, String name) {
        return environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), name, Incoming.TYPE)
                .uid("source-" + name);
    }

    /** In one transaction a checkpoint. */
    void write(DataStream<Outgoing> records, Set<Topic> topics) {
        records.sinkTo(KafkaSinks.exactlyOnce(
                        kafka,
                        configuration.get(JobOptions.TRANSACTION_PREFIX) + "-" + job,
                        configuration.get(JobOptions.TRANSACTION_TIMEOUT),
                        topics))
                .name("sink")
                .uid("sink");
    }

    /** At once, and perhaps twice after a restore. */
    void writeAtOnce(DataStream<Outgoing> records, Topic topic) {
        records.sinkTo(KafkaSinks.atLeastOnce(kafka, Set.of(topic)))
                .name("sink-" + topic.topicName())
                .uid("sink-" + topic.topicName());
    }
}
