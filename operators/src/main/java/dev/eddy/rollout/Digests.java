// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;

/** SHA-256 over structured values: every part is preceded by its length, so that no two values read the same. */
final class Digests {
    private final MessageDigest digest = newDigest();
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);

    Digests() {}

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** One hash of all settings. */
    static String hex(SortedMap<String, String> settings) {
        Digests digests = new Digests().put(settings.size());
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            digests.put(setting.getKey()).put(setting.getValue());
        }
        return HexFormat.of().formatHex(digests.done());
    }

    Digests put(long value) {
        digest.update(number.clear().putLong(value).array());
        return this;
    }

    Digests put(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        put(bytes.length);
        digest.update(bytes);
        return this;
    }

    /** Leaves the buffer as it was found. */
    Digests put(ByteBuffer value) {
        put(value.remaining());
        digest.update(value.duplicate());
        return this;
    }

    Digests put(byte[] value) {
        put(value.length);
        digest.update(value);
        return this;
    }

    byte[] done() {
        return digest.digest();
    }
}
