// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import java.util.Optional;

/**
 * What a server answered to a request.
 *
 * @param contentType as the server says it, lower-case and without parameters; empty where it does not
 * @param charset that the server says the body is in; empty where it does not
 * @param body not to be changed
 */
public record HttpAnswer(String contentType, Optional<String> charset, byte[] body) {}
