// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.operator.serve.MemoryBlobs;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortFactory;
import java.util.Map;

/** One blob store, in memory, for all tests of this module. */
public final class TestPictures implements PortFactory<BlobStore> {
    static final String NAME = "test-pictures";
    static final BlobStore STORE = new MemoryBlobs();

    @Override
    public Class<BlobStore> port() {
        return BlobStore.class;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public BlobStore open(Map<String, String> settings) {
        return STORE;
    }
}
