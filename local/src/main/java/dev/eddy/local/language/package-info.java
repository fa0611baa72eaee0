// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors

/**
 * The English that generated encyclopaedias are written in and small policies can read: the words for a relation, the forms of a
 * sentence, kinds of sites, boilerplate. It knows how something is said and nothing of what is true: the same for every world.
 */
package dev.eddy.local.language;
