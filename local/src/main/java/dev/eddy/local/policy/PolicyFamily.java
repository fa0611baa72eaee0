// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.port.BlobStore;
import dev.eddy.port.Stores;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The small policies of one agent: architecture, what they read and what they write. Found through
 * {@link java.util.ServiceLoader}; nothing outside a family's package knows which there are. Thread-safe.
 */
public interface PolicyFamily {
    /** The name that a trainer's setting {@value LocalPolicyTrainer#FAMILY} chooses it by, and that its weights' files tell. */
    String name();

    /**
     * A set of weights, ready to speak.
     *
     * @param weights that tell this family's name; fails with INVALID where the rest is not as its {@link WeightsForm} says
     * @param blobs where pictures are
     */
    CompletableFuture<SmallPolicy> load(byte[] weights, BlobStore blobs);

    /**
     * Weights of a policy that does the agent's work by a rule of thumb, for a cold start to be collected from; empty where
     * nobody wrote one.
     */
    default Optional<byte[]> scriptedTeacher() {
        return Optional.empty();
    }

    /**
     * Settings of the trainer that go together, by the name of the preset. {@code local} is what suits a small policy,
     * {@code paper} what the agent's paper trained its language model with.
     */
    default Map<String, Map<String, String>> presets() {
        return Map.of("local", Map.of());
    }

    /** One of {@link #presets}; throws {@link IllegalArgumentException} with the names that there are, if there is none of this name. */
    default Map<String, String> preset(String name) {
        Map<String, String> preset = presets().get(name);
        if (preset == null) {
            throw new IllegalArgumentException("the small policy of family " + name() + " has no preset '" + name
                    + "'; it has " + new TreeMap<>(presets()).keySet());
        }
        return preset;
    }

    /**
     * One that learns.
     *
     * @param blobs where pictures are
     * @param stores to be closed with the trainer
     * @param settings the trainer's; throws {@link IllegalArgumentException} naming the one at fault,
     *     {@link IOException} where what it names cannot be had
     */
    LocalPolicyTrainer<?> trainer(BlobStore blobs, Stores stores, Map<String, String> settings) throws IOException;
}
