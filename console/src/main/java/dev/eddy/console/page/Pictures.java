// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.Sha256;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** Serves pictures from the blob store by content hash; what is no picture stays inside. */
final class Pictures {
    private static final String PATH = "/pictures/";
    private static final long MAX_BYTES = 32L << 20;

    private final BlobStore blobs;

    Pictures(BlobStore blobs) {
        this.blobs = blobs;
    }

    static boolean handles(String path) {
        return path.startsWith(PATH);
    }

    Reply get(String path) {
        String sha256 = path.substring(PATH.length());
        if (!Sha256.isHex(sha256)) {
            return Reply.text(400, "a picture is named by its content hash: 64 lower-case hexadecimal digits");
        }
        byte[] content;
        try {
            content = blobs.get(sha256).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof PortException failure) {
                return Reply.text(404, "no such picture: " + failure.status());
            }
            throw e;
        }
        Optional<String> type = typeOf(content);
        if (type.isEmpty() || content.length > MAX_BYTES) {
            return Reply.text(415, "this blob is no picture that browsers show");
        }
        return new Reply(200, type.get(), content, Map.of("Cache-Control", "private, max-age=31536000, immutable"));
    }

    /** By the content's own first bytes: nothing that travelled with it is believed. */
    private static Optional<String> typeOf(byte[] content) {
        if (begins(content, 0, 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n')) {
            return Optional.of("image/png");
        } else if (begins(content, 0, 0xff, 0xd8, 0xff)) {
            return Optional.of("image/jpeg");
        } else if (begins(content, 0, 'G', 'I', 'F', '8')) {
            return Optional.of("image/gif");
        } else if (begins(content, 0, 'R', 'I', 'F', 'F') && begins(content, 8, 'W', 'E', 'B', 'P')) {
            return Optional.of("image/webp");
        }
        return Optional.empty();
    }

    private static boolean begins(byte[] content, int at, int... wanted) {
        return content.length >= at + wanted.length && Arrays.equals(toInts(content, at, wanted.length), wanted);
    }

    private static int[] toInts(byte[] content, int at, int count) {
        int[] out = new int[count];
        for (int i = 0; i < count; i++) {
            out[i] = content[at + i] & 0xff;
        }
        return out;
    }
}
