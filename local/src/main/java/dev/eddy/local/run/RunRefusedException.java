// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

/** A run that may not start or go on as things stand. The message names each fault with its cure, for a person to read. */
public final class RunRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RunRefusedException(String message) {
        super(message);
    }

    public RunRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
