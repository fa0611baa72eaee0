// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors

/**
 * A world of reports to look things up in: printed pages of tables, charts, sentences and idle prose, and questions of which
 * each has one place on one page that supports its answer. Pages are drawn from the seed whenever they are needed.
 */
package dev.eddy.local.world.documents;
