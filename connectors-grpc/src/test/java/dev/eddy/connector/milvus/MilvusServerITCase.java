// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

/** The contract with a Milvus server. */
class MilvusServerITCase extends MilvusLiteITCase {
    @Override
    String service() {
        return "milvus";
    }
}
