// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import dev.eddy.schemas.Topic;

/**
 * An encoded record on its way to a topic. Encoded once, where it is made, so that nothing between there and the sink looks
 * inside.
 *
 * @param key UTF-8 text of the topic's key field
 * @param value in single-object encoding
 */
public record Outgoing(Topic topic, String key, byte[] value) {}
