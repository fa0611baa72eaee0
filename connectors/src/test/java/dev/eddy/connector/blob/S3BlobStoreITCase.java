// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.blob;

import dev.eddy.port.RealServices;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("real-services")
class S3BlobStoreITCase extends SweptBlobs {
    private final String path = "s3://eddy/" + UUID.randomUUID();

    @BeforeAll
    static void useS3() throws Exception {
        RealServices.useS3();
    }

    @Override
    String path() {
        return path;
    }
}
