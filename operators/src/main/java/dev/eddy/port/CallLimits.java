// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import java.io.Serializable;
import java.time.Duration;

/**
 * How calls to a port are held back, and made again. A call that finds the breaker open fails at once; one that is over a limit
 * waits for as long as whoever made it does.
 *
 * @param breakerFailures failed calls in a row after which further ones are refused, 0 for never; null for {@link
 *     #REMOTE_FAILURES} where the port is {@linkplain PortFactory#remote remote}, else for never
 * @param breakerPause how long calls are refused before one is let through as a trial
 * @param callsPerSecond most calls that begin in a second, evenly spaced; 0 for any number
 * @param concurrency how it is decided how many calls may be under way
 * @param maxConcurrency most that ever may
 * @param retries how often a call that ended UNAVAILABLE is made again at most; null for {@link #REMOTE_RETRIES} where the port is
 *     remote and does not {@linkplain PortFactory#persistent persist} by itself, else for never
 * @param retryPause before the first of them, give or take a half; doubled before each further one
 * @param deadline of an effect on the port, waiting and retries included; null for the effect's own
 */
public record CallLimits(
        Integer breakerFailures,
        Duration breakerPause,
        double callsPerSecond,
        Concurrency concurrency,
        int maxConcurrency,
        Integer retries,
        Duration retryPause,
        Duration deadline)
        implements Serializable {
    public static final int REMOTE_FAILURES = 10;
    public static final int REMOTE_RETRIES = 2;
    private static final int MOST_RETRIES = 10;

    public static final CallLimits DEFAULT = new CallLimits(
            null, Duration.ofSeconds(1), 0, Concurrency.UNLIMITED, 1_000, null, Duration.ofMillis(500), null);

    public CallLimits {
        check(breakerFailures == null || breakerFailures >= 0, "breaker-failures", "0 or more", breakerFailures);
        check(breakerPause.compareTo(Duration.ZERO) > 0, "breaker-pause", "positive", breakerPause);
        check(callsPerSecond >= 0 && callsPerSecond <= 1e9, "calls-per-second", "from 0 to 1e9", callsPerSecond);
        check(maxConcurrency > 0, "max-concurrency", "positive", maxConcurrency);
        check(
                retries == null || retries >= 0 && retries <= MOST_RETRIES,
                "retries",
                "from 0 to " + MOST_RETRIES,
                retries);
        check(retryPause.toMillis() > 0, "retry-pause", "a millisecond or more", retryPause);
        check(deadline == null || deadline.toMillis() > 0, "deadline", "a millisecond or more", deadline);
    }

    /** How many calls may be under way at once. */
    public enum Concurrency {
        /** Any number. */
        UNLIMITED,
        /** So many as is set. */
        FIXED,
        /** One more while calls succeed, a tenth less when one fails: for models, whose calls take long by nature. */
        AIMD,
        /** Fewer when calls take longer than they used to: for calls that are much alike. */
        GRADIENT
    }

    /**
     * The same without a null.
     *
     * @param remote whether what answers is out of this process
     * @param persistent whether it makes failed calls again by itself
     * @param ofEffects their own deadline
     */
    public CallLimits resolved(boolean remote, boolean persistent, Duration ofEffects) {
        return new CallLimits(
                breakerFailures == null ? Integer.valueOf(remote ? REMOTE_FAILURES : 0) : breakerFailures,
                breakerPause,
                callsPerSecond,
                concurrency,
                maxConcurrency,
                retries == null ? Integer.valueOf(remote && !persistent ? REMOTE_RETRIES : 0) : retries,
                retryPause,
                deadline == null ? ofEffects : deadline);
    }

    /** The same, and where nothing is said of retries there are none. */
    public CallLimits onceUnlessSet() {
        return new CallLimits(
                breakerFailures,
                breakerPause,
                callsPerSecond,
                concurrency,
                maxConcurrency,
                retries == null ? Integer.valueOf(0) : retries,
                retryPause,
                deadline);
    }

    private static void check(boolean holds, String name, String expected, Object got) {
        if (!holds) {
            throw new IllegalArgumentException("'" + name + "' of a port must be " + expected + ", got " + got);
        }
    }
}
