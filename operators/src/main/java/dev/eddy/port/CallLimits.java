// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import java.io.Serializable;
import java.time.Duration;

/**
 * How calls to a port are held back. A call that finds the breaker open fails at once; one that is over a limit waits for as long
 * as whoever made it does.
 *
 * @param breakerFailures failed calls in a row after which further ones are refused, 0 for never; null for {@link
 *     #REMOTE_FAILURES} where the port is {@linkplain PortFactory#remote remote}, else for never
 * @param breakerPause how long calls are refused before one is let through as a trial
 * @param callsPerSecond most calls that begin in a second, evenly spaced; 0 for any number
 * @param concurrency how it is decided how many calls may be under way
 * @param maxConcurrency most that ever may
 */
public record CallLimits(
        Integer breakerFailures,
        Duration breakerPause,
        double callsPerSecond,
        Concurrency concurrency,
        int maxConcurrency)
        implements Serializable {
    public static final int REMOTE_FAILURES = 10;

    public static final CallLimits DEFAULT =
            new CallLimits(null, Duration.ofSeconds(1), 0, Concurrency.UNLIMITED, 1_000);

    public CallLimits {
        check(breakerFailures == null || breakerFailures >= 0, "breaker-failures", "0 or more", breakerFailures);
        check(breakerPause.compareTo(Duration.ZERO) > 0, "breaker-pause", "positive", breakerPause);
        check(callsPerSecond >= 0 && callsPerSecond <= 1e9, "calls-per-second", "from 0 to 1e9", callsPerSecond);
        check(maxConcurrency > 0, "max-concurrency", "positive", maxConcurrency);
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

    /** @param remote whether what answers is out of this process */
    public int failures(boolean remote) {
        if (breakerFailures != null) {
            return breakerFailures;
        }
        return remote ? REMOTE_FAILURES : 0;
    }

    private static void check(boolean holds, String name, String expected, Object got) {
        if (!holds) {
            throw new IllegalArgumentException("'" + name + "' of a port must be " + expected + ", got " + got);
        }
    }
}
