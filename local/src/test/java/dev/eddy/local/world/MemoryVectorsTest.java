// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndexContract;

/** What other tests stand on. */
class MemoryVectorsTest extends VectorIndexContract {
    @Override
    protected VectorIndex open() {
        return new MemoryVectors();
    }
}
