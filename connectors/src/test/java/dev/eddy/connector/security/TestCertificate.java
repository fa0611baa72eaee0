// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A certificate that signs itself, for 127.0.0.1.
 *
 * @param store PKCS 12, with the password {@link #PASSWORD}
 * @param certificate PEM
 * @param key PEM, in PKCS #8
 */
public record TestCertificate(Path store, Path certificate, Path key) {
    public static final String PASSWORD = "changeit";

    public static TestCertificate make(Path folder) throws Exception {
        Path store = folder.resolve("store.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        List<String> command = new ArrayList<>(List.of(keytool, "-genkeypair", "-alias", "server", "-keyalg", "EC"));
        command.addAll(List.of("-dname", "CN=server", "-ext", "san=ip:127.0.0.1", "-validity", "2"));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", store.toString()));
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IOException("keytool made no certificate");
        }
        KeyStore keys = keys(store);
        return new TestCertificate(
                store,
                pem(folder, "CERTIFICATE", keys.getCertificate("server").getEncoded()),
                pem(
                        folder,
                        "PRIVATE KEY",
                        keys.getKey("server", PASSWORD.toCharArray()).getEncoded()));
    }

    private static KeyStore keys(Path store) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private static Path pem(Path folder, String what, byte[] content) throws IOException {
        return Files.writeString(
                folder.resolve(what.replace(' ', '-') + ".pem"),
                "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END "
                        + what + "-----\n");
    }
}
