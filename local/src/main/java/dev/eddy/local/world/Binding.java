// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

/**
 * An instance with what nobody but world and tables may see.
 *
 * @param query position of the drawing asked about
 * @param bank the view that its bank id names
 */
record Binding(Instance instance, int query, BankView bank) {}
