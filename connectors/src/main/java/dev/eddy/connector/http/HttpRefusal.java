// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.time.Duration;
import java.util.Optional;

/** An answer whose code is not one of success; the cause of the {@link dev.eddy.port.PortException} that it becomes. */
public final class HttpRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int INTERNAL_ERROR = 500;

    private final int code;
    private final Duration retryAfter;
    private final String location;

    /**
     * @param retryAfter how long to wait before another try, as the server asks; null where it does not
     * @param location where it refers to, as it stands; null where it does not
     */
    HttpRefusal(String message, int code, Duration retryAfter, String location) {
        super(message);
        this.code = code;
        this.retryAfter = retryAfter;
        this.location = location;
    }

    public int code() {
        return code;
    }

    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    public Optional<String> location() {
        return Optional.ofNullable(location);
    }

    /** UNAVAILABLE where another try may help. */
    private EffectStatus status() {
        boolean mayPass = code / 100 == 5 || code == TOO_MANY_REQUESTS || code == REQUEST_TIMEOUT;
        return mayPass ? EffectStatus.UNAVAILABLE : EffectStatus.REJECTED;
    }

    /** Whether the server's own code threw. */
    public boolean thrown() {
        return code == INTERNAL_ERROR;
    }

    /** What it is to whoever made the call. */
    PortException typed() {
        return new PortException(status(), getMessage(), this);
    }
}
