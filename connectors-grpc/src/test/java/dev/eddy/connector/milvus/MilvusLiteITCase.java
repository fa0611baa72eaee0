// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import dev.eddy.port.RealServices;
import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndexContract;
import java.util.HashMap;
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
        return open(service(), Map.of("prefix", prefix, "consistency", "strong"));
    }

    /** Opens one that waits for as long as a slow machine takes. */
    static VectorIndex open(String service, Map<String, String> settings) throws Exception {
        Map<String, String> all = new HashMap<>(settings);
        all.put("endpoint", RealServices.up(service));
        all.put("deadline-ms", "60000");
        return new MilvusIndex.Factory().open(all);
    }
}
