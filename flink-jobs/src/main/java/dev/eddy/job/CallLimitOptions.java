// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.port.CallLimits;
import dev.eddy.port.CallLimits.Concurrency;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;

/** Options by which the calls to one port are held back: see {@link CallLimits}. */
record CallLimitOptions(
        String key,
        ConfigOption<Integer> breakerFailures,
        ConfigOption<Duration> breakerPause,
        ConfigOption<Double> callsPerSecond,
        ConfigOption<Concurrency> concurrency,
        ConfigOption<Integer> maxConcurrency) {

    /** @param port as its options name it */
    static CallLimitOptions of(String port) {
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
                        .withDescription("Most calls that concurrency ever lets be under way, UNLIMITED apart."));
    }

    List<ConfigOption<?>> all() {
        return List.of(breakerFailures, breakerPause, callsPerSecond, concurrency, maxConcurrency);
    }

    /** @throws IllegalArgumentException naming the option at fault */
    CallLimits read(ReadableConfig configuration) {
        try {
            return new CallLimits(
                    configuration.getOptional(breakerFailures).orElse(null),
                    configuration.get(breakerPause),
                    configuration.get(callsPerSecond),
                    configuration.get(concurrency),
                    configuration.get(maxConcurrency));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the options '" + key + ".*': " + e.getMessage(), e);
        }
    }
}
