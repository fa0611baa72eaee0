// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import java.util.concurrent.CompletableFuture;

/**
 * Fetches pictures that queries name by address alone. Addresses are foreign text: what an implementation reaches for, how
 * much it reads and how long it waits is bounded by its settings and not by what it is asked. Thread-safe; never blocks the
 * caller; cancelling a future ends the fetch. Failures complete the future with a {@link PortException}: REJECTED for an
 * address that is not allowed, for what is not there or too large, TIMEOUT, UNAVAILABLE otherwise.
 */
public interface PictureSource extends AutoCloseable {
    /** The encoded picture that stands there now; whether it decodes is not looked at. */
    CompletableFuture<byte[]> fetch(String uri);

    @Override
    void close();
}
