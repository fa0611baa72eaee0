// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.otlp;

import dev.eddy.schemas.Topic;
import java.io.Serializable;

/**
 * A record whose spans are to be sent. Not changed after it was made.
 *
 * @param topic {@link Topic#TRAJECTORIES} or {@link Topic#REWARDED_TRAJECTORIES}
 * @param value in single-object encoding
 */
record TraceEntry(Topic topic, byte[] value) implements Serializable {}
