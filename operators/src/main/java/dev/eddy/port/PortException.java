// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.schemas.EffectStatus;

/** A typed failure of a port; what an agent sees as {@link dev.eddy.agent.EffectResult.Failed}. */
public final class PortException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final EffectStatus status;
    private final boolean inconclusive;

    public PortException(EffectStatus status, String message) {
        this(status, message, null);
    }

    public PortException(EffectStatus status, String message, Throwable cause) {
        this(status, message, cause, false);
    }

    private PortException(EffectStatus status, String message, Throwable cause, boolean inconclusive) {
        super(message, cause);
        this.status = status;
        this.inconclusive = inconclusive;
    }

    /** One that may as well be what was asked as who was asked: see {@link #inconclusive}. */
    public static PortException inconclusive(EffectStatus status, String message, Throwable cause) {
        return new PortException(status, message, cause, true);
    }

    /** The same with words before its message. */
    public PortException of(String what) {
        return new PortException(status, what + ": " + getMessage(), this, inconclusive);
    }

    public EffectStatus status() {
        return status;
    }

    /** Whether it tells nothing of the state of whoever was called, so that no number of them says that it is down. */
    public boolean inconclusive() {
        return inconclusive;
    }
}
