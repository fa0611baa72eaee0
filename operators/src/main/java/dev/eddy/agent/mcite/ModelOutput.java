// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

/**
 * What a model wrote in one call.
 *
 * @param kept all that stands within the protocol's tags, in order, as the model is shown it from then on: contents are quoted
 */
public record ModelOutput(Action action, String kept) {}
