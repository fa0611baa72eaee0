// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.job;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.job.JobOptions;
import dev.eddy.job.PortOption;
import dev.eddy.job.ServeJob;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServeJobTest {
    @ParameterizedTest
    @CsvSource({
        "acticl, DemonstrationBank, eddy.demonstration-bank.name",
        "mcite, PageIndex, eddy.page-index.name",
        "svrl, SearchEngine, eddy.search-engine.name"
    })
    void anAgentWithoutThePortThatItNeedsIsRefusedAtTheStart(String agent, String port, String option) {
        Configuration configuration = configuration();
        configuration.set(JobOptions.AGENTS, List.of(agent));

        assertThatThrownBy(() -> build(configuration))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + agent + "'")
                .hasMessageContaining(port)
                .hasMessageContaining("'" + option + "'");
    }

    @Test
    void agentsMustBeNamed() {
        assertThatThrownBy(() -> build(configuration()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'eddy.agents'");
    }

    private static void build(Configuration configuration) {
        ServeJob.build(StreamExecutionEnvironment.getExecutionEnvironment(), configuration);
    }

    private static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(JobOptions.KAFKA_CLIENT, Map.of("bootstrap.servers", "127.0.0.1:1"));
        for (PortOption port : List.of(PortOption.POLICY_MODEL, PortOption.BLOB_STORE, PortOption.EFFECT_JOURNAL)) {
            configuration.set(port.implementation(), "local");
        }
        return configuration;
    }
}
