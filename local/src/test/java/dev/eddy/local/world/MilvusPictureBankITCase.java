// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.port.Ports;
import dev.eddy.port.RealServices;
import dev.eddy.port.VectorIndex;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

/** The same of banks whose vectors are in Milvus. */
@Tag("real-services")
class MilvusPictureBankITCase extends PictureBankITCase {
    private static final String PREFIX = "p" + UUID.randomUUID().toString().replace("-", "");

    @Override
    Ports.Lease<VectorIndex> vectors() throws Exception {
        return Ports.lease(
                VectorIndex.class,
                "milvus",
                Map.of("endpoint", RealServices.up("milvus-lite"), "prefix", PREFIX, "deadline-ms", "60000"));
    }
}
