// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The jobs, and what the job jar runs: {@code flink run -D eddy.…=… eddy-jobs.jar serve}. A job's options stand in Flink's own
 * configuration, in the cluster's file or in what a submission adds to it.
 */
public enum EddyJob {
    SERVE(ServeJob.NAME, ServeJob::build),
    REWARD(RewardJob.NAME, RewardJob::build),
    TRAIN(TrainJob.NAME, TrainJob::build),
    EVAL(EvalJob.NAME, EvalJob::build),
    COLLECT(CollectJob.NAME, CollectJob::build),
    TRACE(TraceJob.NAME, TraceJob::build);

    /** Options of all jobs. */
    public static final Catalogue OPTIONS = Catalogue.of(
            List.of(
                    JobOptions.class,
                    ServeJob.class,
                    PictureOptions.class,
                    RewardJob.class,
                    TrainJob.class,
                    EvalJob.class,
                    CollectJob.class,
                    TraceJob.class),
            Arrays.stream(PortOption.values())
                    .<ConfigOption<?>>flatMap(port -> port.options().stream())
                    .toList());

    /** What all their keys begin with. */
    public static final String PREFIX = "eddy.";

    private final String label;
    private final BiConsumer<StreamExecutionEnvironment, ReadableConfig> wiring;

    EddyJob(String label, BiConsumer<StreamExecutionEnvironment, ReadableConfig> wiring) {
        this.label = label;
        this.wiring = wiring;
    }

    /** Its name, as users write it. */
    public String label() {
        return label;
    }

    /** Adds the job to an environment whose checkpointing is configured. */
    public void build(StreamExecutionEnvironment environment, ReadableConfig configuration) {
        wiring.accept(environment, configuration);
    }

    /**
     * Submits a job to the cluster whose client runs this.
     *
     * @param arguments the job's name alone
     * @throws IllegalArgumentException naming the argument or option at fault
     */
    public static void main(String[] arguments) throws Exception {
        EddyJob job = named(arguments);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        ReadableConfig configuration = environment.getConfiguration();
        refuseUnknown(configuration.toMap());
        if (!environment.getCheckpointConfig().isCheckpointingEnabled()) {
            throw new IllegalArgumentException(
                    "checkpoints are off, and what a job writes is committed with them alone:" + " set '"
                            + CheckpointingOptions.CHECKPOINTING_INTERVAL.key() + "'");
        }
        job.build(environment, configuration);
        environment.execute(job.label);
    }

    static EddyJob named(String[] arguments) {
        String names = Arrays.stream(values()).map(EddyJob::label).collect(Collectors.joining(", "));
        if (arguments.length != 1) {
            throw new IllegalArgumentException("expected one argument, the name of a job out of " + names + "; got "
                    + Arrays.toString(arguments) + ". Options of the job go into Flink's configuration");
        }
        return Arrays.stream(values())
                .filter(job -> job.label.equals(arguments[0]))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("there is no job '" + arguments[0] + "'; there are " + names));
    }

    /** A mistyped option would be left out without a word. */
    static void refuseUnknown(Map<String, String> configuration) {
        for (String key : configuration.keySet()) {
            if (key.startsWith(PREFIX) && !OPTIONS.knows(key)) {
                throw new IllegalArgumentException("there is no option '" + key + "'"
                        + OPTIONS.nearest(key)
                                .map(name -> "; did you mean '" + name + "'?")
                                .orElse("; 'eddy config' lists them all"));
            }
        }
    }
}
