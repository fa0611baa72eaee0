// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

/** A Milvus 2.3 has none, and says so. */
class MilvusServerFusionITCase extends MilvusFusionITCase {
    @Override
    String service() {
        return "milvus";
    }

    @Override
    boolean fuses() {
        return false;
    }
}
