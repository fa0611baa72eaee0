// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric.catalogue;

import java.util.List;

/** What rules and dashboards use of Flink itself and of its Kafka connector. */
final class FlinkMetrics {
    static final List<MetricInfo> ALL = List.of(
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_jobmanager_numRunningJobs",
                    MetricType.GAUGE,
                    "jobs",
                    List.of("host"),
                    "Jobs that run."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_jobmanager_numRegisteredTaskManagers",
                    MetricType.GAUGE,
                    "processes",
                    List.of("host"),
                    "Task managers that the job manager knows."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_jobmanager_taskSlotsTotal",
                    MetricType.GAUGE,
                    "slots",
                    List.of("host"),
                    "Slots of all task managers."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_jobmanager_taskSlotsAvailable",
                    MetricType.GAUGE,
                    "slots",
                    List.of("host"),
                    "Slots that no task takes."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_jobmanager_job_numRestarts",
                    MetricType.COUNTER,
                    "restarts",
                    List.of("host", "job_id", "job_name"),
                    "Restarts of a job since it was submitted."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_jobmanager_job_runningTime",
                    MetricType.GAUGE,
                    "ms",
                    List.of("host", "job_id", "job_name"),
                    "How long a job has run; 0 while it does not."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_jobmanager_job_lastCheckpointDuration",
                    MetricType.GAUGE,
                    "ms",
                    List.of("host", "job_id", "job_name"),
                    "What the newest checkpoint took; -1 before the first."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_jobmanager_job_lastCheckpointSize",
                    MetricType.GAUGE,
                    "bytes",
                    List.of("host", "job_id", "job_name"),
                    "What the newest checkpoint wrote."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_jobmanager_job_numberOfCompletedCheckpoints",
                    MetricType.COUNTER,
                    "checkpoints",
                    List.of("host", "job_id", "job_name"),
                    "Checkpoints that completed."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_jobmanager_job_numberOfFailedCheckpoints",
                    MetricType.COUNTER,
                    "checkpoints",
                    List.of("host", "job_id", "job_name"),
                    "Checkpoints that failed."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_taskmanager_job_task_busyTimeMsPerSecond",
                    MetricType.GAUGE,
                    "ms",
                    List.of(),
                    "How much of a second a task works."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_taskmanager_job_task_backPressuredTimeMsPerSecond",
                    MetricType.GAUGE,
                    "ms",
                    List.of(),
                    "How much of a second a task waits for those after it."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_taskmanager_job_task_numRecordsInPerSecond",
                    MetricType.GAUGE,
                    "records",
                    List.of(),
                    "Records that a task takes."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_taskmanager_job_task_numRecordsOutPerSecond",
                    MetricType.GAUGE,
                    "records",
                    List.of(),
                    "Records that a task gives."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_taskmanager_Status_JVM_CPU_Load",
                    MetricType.GAUGE,
                    "ratio",
                    List.of("host", "tm_id"),
                    "How much of the machine the task manager takes."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_taskmanager_Status_JVM_Memory_Heap_Used",
                    MetricType.GAUGE,
                    "bytes",
                    List.of("host", "tm_id"),
                    "Heap in use."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_taskmanager_Status_JVM_Memory_Heap_Max",
                    MetricType.GAUGE,
                    "bytes",
                    List.of("host", "tm_id"),
                    "Largest heap."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_taskmanager_Status_JVM_Memory_Metaspace_Used",
                    MetricType.GAUGE,
                    "bytes",
                    List.of("host", "tm_id"),
                    "Metaspace in use: classes."),
            new MetricInfo(
                    MetricSource.FLINK,
                    "flink_taskmanager_Status_JVM_Memory_Metaspace_Max",
                    MetricType.GAUGE,
                    "bytes",
                    List.of("host", "tm_id"),
                    "Largest metaspace; -1 for any."),
            new MetricInfo(
                    MetricSource.KAFKA,
                    "flink_taskmanager_job_task_operator_pendingRecords",
                    MetricType.GAUGE,
                    "records",
                    List.of(),
                    "Records that a source has not read yet."),
            new MetricInfo(
                    MetricSource.KAFKA,
                    "flink_taskmanager_job_task_operator_KafkaSourceReader_commitsFailed",
                    MetricType.COUNTER,
                    "commits",
                    List.of(),
                    "Offsets that could not be committed."),
            new MetricInfo(
                    MetricSource.KAFKA,
                    "flink_taskmanager_job_task_operator_KafkaSourceReader_commitsSucceeded",
                    MetricType.COUNTER,
                    "commits",
                    List.of(),
                    "Offsets that were committed."),
            new MetricInfo(
                    MetricSource.KAFKA,
                    "flink_taskmanager_job_task_operator_numRecordsSendErrors",
                    MetricType.COUNTER,
                    "records",
                    List.of(),
                    "Records that a sink could not write."),
            new MetricInfo(
                    MetricSource.KAFKA,
                    "flink_taskmanager_job_task_operator_numRecordsSend",
                    MetricType.COUNTER,
                    "records",
                    List.of(),
                    "Records that a sink wrote."));

    private FlinkMetrics() {}
}
