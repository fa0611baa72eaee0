// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Makes what Java's TLS wants of the PEM files that {@link ClientSecurity} names. */
public final class PemFiles {
    private static final char[] IN_MEMORY = {};

    private PemFiles() {}

    /** @throws IOException if a file cannot be read or is of another kind */
    public static SSLContext context(ClientSecurity security) throws IOException {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(
                    security.authorities().isPresent()
                            ? trusted(security.authorities().get())
                            : null);
            KeyManagerFactory shown = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            if (security.certificate().isPresent() && security.key().isPresent()) {
                shown.init(shown(security.certificate().get(), security.key().get()), IN_MEMORY);
            } else {
                shown.init(null, null);
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(shown.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    "a file of 'tls-authorities', 'tls-certificate' or 'tls-key' cannot be used: " + e.getMessage(), e);
        }
    }

    private static KeyStore trusted(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = empty();
        for (Certificate certificate : certificates(file)) {
            store.setCertificateEntry("authority-" + store.size(), certificate);
        }
        return store;
    }

    private static KeyStore shown(Path certificate, Path key) throws IOException, GeneralSecurityException {
        Certificate[] chain = certificates(certificate).toArray(Certificate[]::new);
        String pem = Files.readString(key, StandardCharsets.US_ASCII)
                .replaceAll("-----(BEGIN|END) PRIVATE KEY-----", "")
                .replaceAll("\\s", "");
        PrivateKey secret = KeyFactory.getInstance(chain[0].getPublicKey().getAlgorithm())
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
        KeyStore store = empty();
        store.setKeyEntry("client", secret, IN_MEMORY, chain);
        return store;
    }

    private static Collection<? extends Certificate> certificates(Path file)
            throws IOException, GeneralSecurityException {
        Collection<? extends Certificate> found = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)));
        if (found.isEmpty()) {
            throw new IOException(file + " has no certificate");
        }
        return found;
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }
}
