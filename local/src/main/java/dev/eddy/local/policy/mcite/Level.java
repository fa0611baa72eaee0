// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

/** What kind of thing a candidate is. The order is that of the features. */
enum Level {
    WORD,
    ROW,
    COLUMN,
    BLOCK,
    /** All that is in view, or half of a page. */
    VIEW,
    PAGE
}
