// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.port.Ports;
import dev.eddy.port.RealServices;
import dev.eddy.port.VectorIndex;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** The same of the fusion of Milvus Lite. */
@Tag("real-services")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MilvusFusionITCase extends FusionComparisonTest {
    private static final String PREFIX = "f" + UUID.randomUUID().toString().replace("-", "");

    /** The server's name in the script. */
    String service() {
        return "milvus-lite";
    }

    @Override
    VectorIndex open() throws Exception {
        return Ports.open(
                VectorIndex.class,
                "milvus",
                Map.of("endpoint", RealServices.up(service()), "prefix", PREFIX, "deadline-ms", "60000"));
    }
}
