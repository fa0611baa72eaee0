// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.connector.kafka.BlobRetention;
import dev.eddy.job.EddyJob;
import dev.eddy.job.JobOptions;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long blobs are kept beside topics of a real broker. */
class BlobRetentionITCase {
    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    private static final String OPTION = "eddy.blob-store.retention";
    private static final Duration ENOUGH = Duration.ofDays(33);

    @AfterEach
    void reset() throws Exception {
        alter(
                TopicConfig.RETENTION_MS_CONFIG,
                Long.toString(Topic.QUERIES.retention().toMillis()));
        alter(TopicConfig.CLEANUP_POLICY_CONFIG, "delete");
    }

    private static void alter(String setting, String value) throws Exception {
        try (Admin admin = Admin.create(KAFKA.client())) {
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, "queries"),
                            List.of(new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
        }
    }

    private static void check(Duration retention) {
        BlobRetention.check(KAFKA.client(), retention, OPTION);
    }

    @Test
    void whatTheBrokerSaysCountsAndNotTheCatalogue() throws Exception {
        assertThatCode(() -> check(ENOUGH)).doesNotThrowAnyException();

        alter(TopicConfig.RETENTION_MS_CONFIG, Long.toString(Duration.ofDays(40).toMillis()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check(ENOUGH))
                .withMessageContainingAll("'" + OPTION + "' is 33 d", KAFKA.bootstrap(), "'queries'", "41 d", "43 d")
                .withMessageNotContaining("trajectories");

        alter(TopicConfig.RETENTION_MS_CONFIG, "-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check(ENOUGH))
                .withMessageContaining("topic 'queries' keeps them for ever");

        alter(TopicConfig.RETENTION_MS_CONFIG, "1000");
        alter(TopicConfig.CLEANUP_POLICY_CONFIG, "compact");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check(ENOUGH))
                .withMessageContaining("topic 'queries' keeps them for ever");
    }

    @Test
    void aTopicThatIsMissingWillBeKeptAsTheCatalogueSays() throws Exception {
        try (Admin admin = Admin.create(KAFKA.client())) {
            admin.deleteTopics(List.of("answers")).all().get();
        }

        assertThatCode(() -> check(ENOUGH)).doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check(Duration.ofDays(1)))
                .withMessageContainingAll("'answers' keeps them 8 d", "'trajectories' keeps them 31 d");
    }

    @Test
    void aRunIsRefusedBeforeAnythingIsMadeForIt() {
        assertThatCode(() -> Preflight.blobs(KAFKA.client(), null, OPTION)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Preflight.blobs(KAFKA.client(), Duration.ofDays(1), OPTION))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContainingAll("'" + OPTION + "' is 1 d", "'trajectories' keeps them 31 d");
    }

    @ParameterizedTest
    @EnumSource(EddyJob.class)
    void noJobStartsWhoseRecordsWouldOutliveTheirBlobs(EddyJob job) {
        Configuration configuration = new Configuration();
        configuration.setString(JobOptions.KAFKA_CLIENT.key() + ".bootstrap.servers", KAFKA.bootstrap());
        configuration.set(JobOptions.BLOB_RETENTION, Duration.ofDays(30));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> job.build(StreamExecutionEnvironment.getExecutionEnvironment(), configuration))
                .withMessageContainingAll("'" + OPTION + "' is 30 d", "'trajectories' keeps them 31 d", "33 d");
    }
}
