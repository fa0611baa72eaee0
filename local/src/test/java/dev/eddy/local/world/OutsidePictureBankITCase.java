// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The same of banks whose vectors are elsewhere. */
class OutsidePictureBankITCase extends PictureBankITCase {
    private Ports.Lease<VectorIndex> index;

    @BeforeEach
    void openIndex() throws Exception {
        index = vectors();
    }

    @AfterEach
    void closeIndex() throws Exception {
        index.close();
    }

    @Override
    Ports.Lease<VectorIndex> vectors() throws Exception {
        return Ports.lease(VectorIndex.class, "memory", Map.of("of", folder.toString()));
    }
}
