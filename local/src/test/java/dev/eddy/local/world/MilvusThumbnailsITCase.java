// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.port.RealServices;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

/** The same of thumbnails whose vectors are in Milvus. */
@Tag("real-services")
class MilvusThumbnailsITCase extends ThumbnailEngineITCase {
    private static final String PREFIX = "t" + UUID.randomUUID().toString().replace("-", "");

    @Override
    Map<String, String> vectors() throws Exception {
        return Map.of(
                "vectors",
                "milvus",
                "vectors.endpoint",
                RealServices.up("milvus-lite"),
                "vectors.prefix",
                PREFIX,
                "vectors.deadline-ms",
                "60000");
    }
}
