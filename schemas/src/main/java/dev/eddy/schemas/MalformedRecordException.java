// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.schemas;

/** A value that is no record of the expected type, or a record that lacks a required field. */
public final class MalformedRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
