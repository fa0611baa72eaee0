// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.job;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.job.JobOptions;
import dev.eddy.job.PortOption;
import dev.eddy.job.RewardJob;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RewardJobTest {
    @ParameterizedTest
    @CsvSource({
        "svrl, least, 0.1, Verifier, eddy.verifier.name",
        "svrl, mode.trained, llm_judge, Judge, eddy.judge.name",
        "mcite, judge-citations, true, Judge, eddy.judge.name"
    })
    void aRewardWithoutThePortThatItNeedsIsRefusedAtTheStart(
            String agent, String setting, String value, String port, String option) {
        Configuration configuration = configuration(agent);
        configuration.set(RewardJob.REWARDS, Map.of(agent + "." + setting, value));

        assertThatThrownBy(() -> build(configuration))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the reward of agent '" + agent + "'")
                .hasMessageContaining(port)
                .hasMessageContaining("'" + option + "'");
    }

    @Test
    void whatNoRewardNeedsMayBeMissing() {
        assertThatCode(() -> build(configuration("acticl"))).doesNotThrowAnyException();
        assertThatCode(() -> build(configuration("mcite"))).doesNotThrowAnyException();

        Configuration verified = configuration("svrl");
        verified.set(PortOption.VERIFIER.implementation(), "encyclopaedia");
        verified.set(PortOption.BLOB_STORE.implementation(), "file");
        assertThatCode(() -> build(verified)).doesNotThrowAnyException();
    }

    private static void build(Configuration configuration) {
        RewardJob.build(StreamExecutionEnvironment.getExecutionEnvironment(), configuration);
    }

    private static Configuration configuration(String agent) {
        Configuration configuration = new Configuration();
        configuration.set(JobOptions.KAFKA_CLIENT, Map.of("bootstrap.servers", "127.0.0.1:1"));
        configuration.set(JobOptions.AGENTS, List.of(agent));
        return configuration;
    }
}
