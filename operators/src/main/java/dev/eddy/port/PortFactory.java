// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import java.io.IOException;
import java.util.Map;

/**
 * Makes one implementation of a port; found by name through {@link java.util.ServiceLoader}.
 *
 * @param <P> the port's interface
 */
public interface PortFactory<P extends AutoCloseable> {
    Class<P> port();

    /** The name that settings choose it by. */
    String name();

    /** Opens it; throws with a sentence that names the setting at fault. */
    P open(Map<String, String> settings) throws IOException;

    /** Whether calls leave this process with these settings, to one server that can be down; see {@link CallLimits}. */
    default boolean remote(Map<String, String> settings) {
        return false;
    }

    /** Whether with these settings it makes calls again by itself that failed in a way that may pass, so that nobody else need. */
    default boolean persistent(Map<String, String> settings) {
        return false;
    }
}
