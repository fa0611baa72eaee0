// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric.catalogue;

import java.util.List;

/** What rules and dashboards use of what the test machine has not: GPUs, vLLM, Kubernetes. */
final class PlatformMetrics {
    static final List<MetricInfo> ALL = List.of(
            new MetricInfo(
                    MetricSource.VLLM,
                    "vllm:num_requests_running",
                    MetricType.GAUGE,
                    "calls",
                    List.of("model", "version"),
                    "Calls that are being computed."),
            new MetricInfo(
                    MetricSource.VLLM,
                    "vllm:num_requests_waiting",
                    MetricType.GAUGE,
                    "calls",
                    List.of("model", "version"),
                    "Calls that wait."),
            new MetricInfo(
                    MetricSource.VLLM,
                    "vllm:gpu_cache_usage_perc",
                    MetricType.GAUGE,
                    "ratio",
                    List.of("model", "version"),
                    "Share of the KV cache in use."),
            new MetricInfo(
                    MetricSource.VLLM,
                    "vllm:prompt_tokens_total",
                    MetricType.COUNTER,
                    "tokens",
                    List.of("model", "version"),
                    "Tokens read."),
            new MetricInfo(
                    MetricSource.VLLM,
                    "vllm:generation_tokens_total",
                    MetricType.COUNTER,
                    "tokens",
                    List.of("model", "version"),
                    "Tokens generated."),
            new MetricInfo(
                    MetricSource.VLLM,
                    "vllm:time_to_first_token_seconds_bucket",
                    MetricType.HISTOGRAM,
                    "seconds",
                    List.of("model", "version", "le"),
                    "From call to first token."),
            new MetricInfo(
                    MetricSource.VLLM,
                    "vllm:e2e_request_latency_seconds_bucket",
                    MetricType.HISTOGRAM,
                    "seconds",
                    List.of("model", "version", "le"),
                    "From call to answer."),
            new MetricInfo(
                    MetricSource.GPU,
                    "DCGM_FI_DEV_GPU_UTIL",
                    MetricType.GAUGE,
                    "percent",
                    List.of("gpu", "UUID", "modelName", "Hostname"),
                    "How much of the time a GPU works."),
            new MetricInfo(
                    MetricSource.GPU,
                    "DCGM_FI_DEV_FB_USED",
                    MetricType.GAUGE,
                    "MiB",
                    List.of("gpu", "UUID", "modelName", "Hostname"),
                    "GPU memory in use."),
            new MetricInfo(
                    MetricSource.GPU,
                    "DCGM_FI_DEV_FB_FREE",
                    MetricType.GAUGE,
                    "MiB",
                    List.of("gpu", "UUID", "modelName", "Hostname"),
                    "GPU memory that is free."),
            new MetricInfo(
                    MetricSource.GPU,
                    "DCGM_FI_DEV_XID_ERRORS",
                    MetricType.GAUGE,
                    "code",
                    List.of("gpu", "UUID", "modelName", "Hostname"),
                    "Newest error of the driver; 0 for none."),
            new MetricInfo(
                    MetricSource.KUBERNETES,
                    "kube_pod_container_status_restarts_total",
                    MetricType.COUNTER,
                    "restarts",
                    List.of("namespace", "pod", "container"),
                    "Restarts of a container."),
            new MetricInfo(
                    MetricSource.KUBERNETES,
                    "kube_pod_container_status_last_terminated_reason",
                    MetricType.GAUGE,
                    "state",
                    List.of("namespace", "pod", "container", "reason"),
                    "1 for why a container last ended."),
            new MetricInfo(
                    MetricSource.KUBERNETES,
                    "kube_deployment_status_replicas_unavailable",
                    MetricType.GAUGE,
                    "pods",
                    List.of("namespace", "deployment"),
                    "Pods that are wanted and not ready."),
            new MetricInfo(
                    MetricSource.KUBERNETES,
                    "kubelet_volume_stats_available_bytes",
                    MetricType.GAUGE,
                    "bytes",
                    List.of("namespace", "persistentvolumeclaim"),
                    "Room on a volume."),
            new MetricInfo(
                    MetricSource.KUBERNETES,
                    "kubelet_volume_stats_capacity_bytes",
                    MetricType.GAUGE,
                    "bytes",
                    List.of("namespace", "persistentvolumeclaim"),
                    "Size of a volume."));

    private PlatformMetrics() {}
}
