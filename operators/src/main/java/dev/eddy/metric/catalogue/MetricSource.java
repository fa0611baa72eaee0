// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric.catalogue;

/** Who exposes a metric. */
public enum MetricSource {
    EDDY("Eddy's operators, through Flink's reporter"),
    EVALUATION(
            "the eval job's figures, through Flink's reporter; each is there from the first window of its series on"),
    FLINK("Flink 2.3"),
    KAFKA("Flink's Kafka connector and kafka_exporter, which Strimzi runs too"),
    TRITON("Triton"),
    MILVUS("Milvus"),
    REDIS("redis_exporter"),
    VLLM("vLLM, through Triton's vLLM backend"),
    GPU("NVIDIA's DCGM exporter"),
    KUBERNETES("kube-state-metrics, kubelet and cAdvisor");

    private final String description;

    MetricSource(String description) {
        this.description = description;
    }

    public String description() {
        return description;
    }
}
