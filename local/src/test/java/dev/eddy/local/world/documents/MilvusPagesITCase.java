// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.port.Ports;
import dev.eddy.port.RealServices;
import dev.eddy.port.VectorIndex;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

/** The same of pages whose vectors are in Milvus. */
@Tag("real-services")
class MilvusPagesITCase extends OutsidePagesITCase {
    /** Of all tests, since a server takes seconds to make a collection; what a pool holds its name says. */
    private static final String PREFIX = "p" + UUID.randomUUID().toString().replace("-", "");

    /** The server's name in the script. */
    String service() {
        return "milvus-lite";
    }

    @Override
    Ports.Lease<VectorIndex> vectors() throws Exception {
        return Ports.lease(
                VectorIndex.class,
                "milvus",
                Map.of("endpoint", RealServices.up(service()), "prefix", PREFIX, "deadline-ms", "60000"));
    }
}
