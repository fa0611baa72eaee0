// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors

/**
 * A generated web of text and pictures, offline: organisations with drawn emblems in look-alike clusters, an encyclopaedia whose
 * pages are good, outdated, wrong or empty, a search engine over both, a verifier that knows the truth, and numbered questions.
 * docs/worlds.md states what searches find in it.
 */
package dev.eddy.local.world.encyclopaedia;
