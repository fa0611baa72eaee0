// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import java.time.Duration;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;

/**
 * A request and what it may take.
 *
 * @param what is asked for, for messages: the beginning of a sentence
 * @param maxBytes of the answer's body
 * @param deadline of the call, all tries and redirects included
 * @param tries how often it is made, at most, where it fails in a way that may pass
 */
public record HttpCall(String what, SimpleHttpRequest request, int maxBytes, Duration deadline, int tries) {
    /** One that is made once. */
    public HttpCall(String what, SimpleHttpRequest request, int maxBytes, Duration deadline) {
        this(what, request, maxBytes, deadline, 1);
    }
}
