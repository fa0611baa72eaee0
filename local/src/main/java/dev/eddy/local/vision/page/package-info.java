// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors

/**
 * Reads printed pages: cuts a view into blocks, blocks into rows and words, and tells of every letter how much it looks like
 * each letter of the {@link dev.eddy.local.vision.page.Font}. It is given pixels and their scale, nothing else.
 */
package dev.eddy.local.vision.page;
