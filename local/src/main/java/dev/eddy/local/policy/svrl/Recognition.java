// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

/**
 * Whom a picture reminds of.
 *
 * @param name null where nothing was ever seen
 * @param likeness cosine of the picture to the remembered emblem
 * @param margin how much more alike it is than the next one
 */
record Recognition(String name, float likeness, float margin) {
    static final Recognition NOBODY = new Recognition(null, 0, 0);
}
