// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

/** Which documents questions are about. The corpus that is searched holds all of them. */
public enum DocumentSplit {
    /** Those that training asks about. */
    TRAIN,
    /** Those of which training saw no question: other entities, layouts and numbers. */
    TEST
}
