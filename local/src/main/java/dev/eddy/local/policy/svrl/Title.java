// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

/**
 * A name under pictures that a search found.
 *
 * @param likeness of the most similar of these pictures to the question's, as a cosine
 * @param count of these pictures
 * @param kept whether one of them was kept
 */
record Title(String name, float likeness, int count, boolean kept) {
    Title and(Title other) {
        return new Title(name, Math.max(likeness, other.likeness), count + other.count, kept || other.kept);
    }
}
