// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.operator.Incoming;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;

class RewardPipelineTest {
    @Test
    void everyOperatorHasItsUidAndNoneNeedsKryo() {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(new Configuration()
                .set(PipelineOptions.GENERIC_TYPES, false)
                .set(PipelineOptions.AUTO_GENERATE_UIDS, false));
        RewardPipeline.attach(
                        source(environment, "trajectories"),
                        source(environment, "labels"),
                        "reward",
                        RewardSettings.defaults(),
                        () -> {
                            throw new AssertionError("nothing is opened where the job is built");
                        })
                .sinkTo(new DiscardingSink<>())
                .uid("sink");

        assertThat(environment.getStreamGraph().getStreamNodes())
                .extracting(StreamNode::getTransformationUID)
                .contains("trajectory-reader", "label-reader", "label-join", "grading", "group-completion");
    }

    @Test
    void aWrongSettingFailsWhereTheJobIsBuilt() {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        RewardSettings settings = RewardSettings.defaults().with("acticl", Map.of("failure", "1"));

        assertThatThrownBy(() -> RewardPipeline.attach(
                        source(environment, "trajectories"), source(environment, "labels"), "reward", settings, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("failure 1.0");
    }

    private static DataStream<Incoming> source(StreamExecutionEnvironment environment, String topic) {
        return environment
                .fromData(Incoming.TYPE, new Incoming(topic, 0, 0, 0, null, new byte[0]))
                .uid(topic);
    }
}
