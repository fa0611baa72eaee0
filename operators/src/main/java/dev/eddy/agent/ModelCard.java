// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

/**
 * What a model is beside its weights, as it stands on every trajectory.
 *
 * @param name of the architecture
 * @param processorHash SHA-256 of what turns pictures into its input, 64 lower-case hexadecimal digits; empty where there is none
 * @param temperature of sampled decoding
 * @param topP of sampled decoding
 */
public record ModelCard(String name, String processorHash, float temperature, float topP) {}
