// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.schemas.EffectStatus;

/** A typed failure of a port; what an agent sees as {@link dev.eddy.agent.EffectResult.Failed}. */
public final class PortException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final EffectStatus status;

    public PortException(EffectStatus status, String message) {
        this(status, message, null);
    }

    public PortException(EffectStatus status, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    public EffectStatus status() {
        return status;
    }
}
