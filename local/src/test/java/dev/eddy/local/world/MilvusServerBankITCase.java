// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

/** The same on a Milvus server, where a write is seen late. */
class MilvusServerBankITCase extends MilvusBankITCase {
    @Override
    String service() {
        return "milvus";
    }
}
