// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import dev.eddy.port.RealServices;
import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndexContract;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

/** The contract with the Milvus Lite that {@code scripts/services.sh} starts; what runs already is used. */
@Tag("real-services")
class MilvusLiteITCase extends VectorIndexContract {
    private final String prefix = "t" + UUID.randomUUID().toString().replace("-", "");

    /** The server's name in the script. */
    String service() {
        return "milvus-lite";
    }

    @Override
    protected VectorIndex open() throws Exception {
        return new MilvusIndex.Factory()
                .open(Map.of(
                        "endpoint",
                        RealServices.up(service()),
                        "prefix",
                        prefix,
                        "consistency",
                        "strong",
                        "deadline-ms",
                        "60000"));
    }
}
