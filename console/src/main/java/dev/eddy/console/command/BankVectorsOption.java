// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.Settings;
import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Where the vectors of loaded banks are: {@code --milvus}, or settings. */
final class BankVectorsOption {
    @Option(
            names = "--milvus",
            paramLabel = "URI",
            description = "Vectors are in the Milvus at this http: or https: address; sets banks.vectors.index.")
    private URI milvus;

    /** Null where vectors are kept in the process that uses them. */
    Ports.Lease<VectorIndex> lease(Settings settings) throws IOException {
        Map<String, String> own = new HashMap<>(settings.get(ConsoleOptions.BANK_VECTORS_SETTINGS));
        if (milvus == null) {
            String index = settings.get(ConsoleOptions.BANK_VECTORS);
            return index == null ? null : Ports.lease(VectorIndex.class, index, own);
        }
        boolean tls = "https".equals(milvus.getScheme());
        if (milvus.getHost() == null || milvus.getPort() < 0 || !tls && !"http".equals(milvus.getScheme())) {
            throw new IllegalArgumentException(
                    "--milvus must be scheme, host and port, such as http://localhost:19530, got '" + milvus + "'");
        }
        own.put("endpoint", milvus.getHost() + ":" + milvus.getPort());
        own.put("tls", Boolean.toString(tls));
        return Ports.lease(VectorIndex.class, "milvus", own);
    }
}
