// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.port.CallLimits;
import dev.eddy.port.CallLimits.Concurrency;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;

/**
 * Options by which the calls to one port are held back and made again: see {@link CallLimits}.
 *
 * @param deadline null where no effects run on the port
 */
record CallLimitOptions(
        String key,
        ConfigOption<Integer> breakerFailures,
        ConfigOption<Duration> breakerPause,
        ConfigOption<Double> callsPerSecond,
        ConfigOption<Concurrency> concurrency,
        ConfigOption<Integer> maxConcurrency,
        ConfigOption<Integer> retries,
        ConfigOption<Duration> retryPause,
        ConfigOption<Duration> deadline) {

    /**
     * Those of a port.
     *
     * @param port as its options name it
     * @param ofEffects deadline of the effects that it runs where none is set; null where it runs none
     */
    static CallLimitOptions of(String port, Duration ofEffects) {
        String key = "eddy." + port;
        CallLimits defaults = CallLimits.DEFAULT;
        return new CallLimitOptions(
                key,
                ConfigOptions.key(key + ".breaker-failures")
                        .intType()
                        .noDefaultValue()
                        .withDescription(
                                "Calls that fail in a row, by the infrastructure, after which a subtask makes none for a"
                                        + " while and fails them at once; 0 for never. When not set: "
                                        + CallLimits.REMOTE_FAILURES + " where calls go to a server, else never."),
                ConfigOptions.key(key + ".breaker-pause")
                        .durationType()
                        .defaultValue(defaults.breakerPause())
                        .withDescription("How long calls then fail at once, before one is made as a trial."),
                ConfigOptions.key(key + ".calls-per-second")
                        .doubleType()
                        .defaultValue(defaults.callsPerSecond())
                        .withDescription(
                                "Calls that a subtask begins in a second, evenly spaced; more wait, up to their"
                                        + " deadline. 0 for any number."),
                ConfigOptions.key(key + ".concurrency")
                        .enumType(Concurrency.class)
                        .defaultValue(defaults.concurrency())
                        .withDescription(
                                "How many calls of a subtask may be under way; more wait, up to their deadline."
                                        + " UNLIMITED, FIXED: max-concurrency, AIMD: one more while calls succeed, a tenth less when one"
                                        + " fails, or GRADIENT: fewer when calls take longer than they used to."),
                ConfigOptions.key(key + ".max-concurrency")
                        .intType()
                        .defaultValue(defaults.maxConcurrency())
                        .withDescription("Most calls that concurrency ever lets be under way, UNLIMITED apart."),
                ConfigOptions.key(key + ".retries")
                        .intType()
                        .noDefaultValue()
                        .withDescription(
                                "How often a call that ended UNAVAILABLE is made again, if the effect's deadline"
                                        + " leaves it as much time as it took. When not set: "
                                        + CallLimits.REMOTE_RETRIES
                                        + " where calls go to a server, by an implementation that does not try again by itself,"
                                        + " else never; never of a result-cache, nor in the reward job, where eddy.reward.ask-retries"
                                        + " does it."),
                ConfigOptions.key(key + ".retry-pause")
                        .durationType()
                        .defaultValue(defaults.retryPause())
                        .withDescription(
                                "Pause before the first retry, give or take a half; each further one is twice as long."),
                ofEffects == null ? null : deadline(key, ofEffects));
    }

    private static ConfigOption<Duration> deadline(String key, Duration ofEffects) {
        return ConfigOptions.key(key + ".deadline")
                .durationType()
                .defaultValue(ofEffects)
                .withDescription(
                        "How long an effect on it may take, waiting and retries included. An implementation's own"
                                + " deadline of a call beyond it is never met.");
    }

    List<ConfigOption<?>> all() {
        return Stream.<ConfigOption<?>>of(
                        breakerFailures,
                        breakerPause,
                        callsPerSecond,
                        concurrency,
                        maxConcurrency,
                        retries,
                        retryPause,
                        deadline)
                .filter(Objects::nonNull)
                .toList();
    }

    /** @throws IllegalArgumentException naming the option at fault */
    CallLimits read(ReadableConfig configuration) {
        try {
            return new CallLimits(
                    configuration.getOptional(breakerFailures).orElse(null),
                    configuration.get(breakerPause),
                    configuration.get(callsPerSecond),
                    configuration.get(concurrency),
                    configuration.get(maxConcurrency),
                    configuration.getOptional(retries).orElse(null),
                    configuration.get(retryPause),
                    deadline == null
                            ? null
                            : configuration.getOptional(deadline).orElse(null));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the options '" + key + ".*': " + e.getMessage(), e);
        }
    }
}
