// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector;

import dev.eddy.port.RealServices;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.FileSystem;

/** What leads clients to real servers. */
public final class ServiceSettings {
    private ServiceSettings() {}

    /** Settings of a client to which Redis looks empty. */
    public static Map<String, String> redis() throws IOException, InterruptedException {
        String[] address = RealServices.up("redis").split(":");
        return Map.of(
                "host",
                address[0],
                "port",
                address[1],
                "prefix",
                UUID.randomUUID().toString(),
                "deadline-ms",
                "60000");
    }

    /** Lets paths that begin with {@code s3://} lead to the S3 server of this machine, for all of this JVM. */
    public static void useS3() throws IOException, InterruptedException {
        Configuration s3 = new Configuration();
        s3.setString("s3.endpoint", "http://" + RealServices.up("seaweedfs"));
        s3.setString("s3.path-style-access", "true");
        s3.setString("s3.region", "us-east-1");
        s3.setString("s3.access-key", "eddy");
        s3.setString("s3.secret-key", "eddy-secret");
        FileSystem.initialize(s3, null);
    }
}
