// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.redis;

import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Snippet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Lists of snippets as bytes: each snippet's length and content. Thread-safe. */
final class SnippetLists {
    private static final Codec<Snippet> CODEC = Codec.of(Snippet.class);

    private SnippetLists() {}

    static byte[] encode(List<Snippet> snippets) {
        List<byte[]> encoded = snippets.stream().map(CODEC::encode).toList();
        ByteBuffer bytes = ByteBuffer.allocate(
                encoded.stream().mapToInt(one -> Integer.BYTES + one.length).sum());
        encoded.forEach(one -> bytes.putInt(one.length).put(one));
        return bytes.array();
    }

    /** Throws {@link dev.eddy.schemas.MalformedRecordException} or a buffer's exception where it is no such list. */
    static List<Snippet> decode(byte[] list) {
        ByteBuffer bytes = ByteBuffer.wrap(list);
        List<Snippet> snippets = new ArrayList<>();
        while (bytes.hasRemaining()) {
            byte[] one = new byte[bytes.getInt()];
            bytes.get(one);
            snippets.add(CODEC.decode(one));
        }
        return List.copyOf(snippets);
    }
}
