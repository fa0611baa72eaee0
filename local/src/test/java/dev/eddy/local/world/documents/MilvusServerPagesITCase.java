// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

/** The same on a Milvus server, where a write is seen late. */
class MilvusServerPagesITCase extends MilvusPagesITCase {
    @Override
    String service() {
        return "milvus";
    }
}
