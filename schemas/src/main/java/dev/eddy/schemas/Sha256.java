// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.schemas;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Content hashes as the wire writes them: SHA-256 in 64 lower-case hexadecimal digits. */
public final class Sha256 {
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");

    private Sha256() {}

    /** Hash of the bytes. */
    public static String hex(byte[] content) {
        return HexFormat.of().formatHex(digest(content));
    }

    /** Hash of the bytes, 32 bytes. */
    public static byte[] digest(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** True for 64 lower-case hexadecimal digits: nothing else may become part of a path. */
    public static boolean isHex(String text) {
        return HEX.matcher(text).matches();
    }
}
