// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

/** One small world for all tests: it takes a second to make. */
final class SmallWorld {
    static final Encyclopaedia WORLD = Encyclopaedia.create(Style.FROZEN.withClusters(12), 5);

    private SmallWorld() {}
}
