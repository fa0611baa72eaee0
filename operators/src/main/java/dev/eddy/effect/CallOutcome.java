// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.failsafe.CircuitBreaker;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.apache.flink.util.ExceptionUtils;

/** What the end of a call tells about whoever was called. */
public enum CallOutcome {
    SUCCEEDED,
    /** It was REJECTED or INVALID: whoever was called is there. */
    REFUSED,
    /** It was given up before anything could be told, or failed {@linkplain PortException#inconclusive inconclusively}. */
    UNKNOWN,
    FAILED;

    /** A call that is given up sooner tells nothing. */
    private static final long PATIENCE = Duration.ofSeconds(5).toNanos();

    /**
     * Judges a call.
     *
     * @param failure null where it succeeded
     * @param took nanoseconds
     */
    public static CallOutcome of(Throwable failure, long took) {
        if (failure == null) {
            return SUCCEEDED;
        }
        Throwable cause = ExceptionUtils.stripCompletionException(failure);
        if (cause instanceof CancellationException && took < PATIENCE) {
            return UNKNOWN;
        } else if (cause instanceof PortException typed) {
            return !unreached(typed.status()) ? REFUSED : typed.inconclusive() ? UNKNOWN : FAILED;
        }
        return FAILED;
    }

    private static boolean unreached(EffectStatus status) {
        return status == EffectStatus.UNAVAILABLE || status == EffectStatus.TIMEOUT;
    }

    /** Tells a breaker. Of a trial somebody has to say how it went, or there would never be another. */
    public void tell(CircuitBreaker<?> breaker) {
        if (this == SUCCEEDED || this == REFUSED) {
            breaker.recordSuccess();
        } else if (this == FAILED || breaker.isHalfOpen()) {
            breaker.recordFailure();
        }
    }
}
