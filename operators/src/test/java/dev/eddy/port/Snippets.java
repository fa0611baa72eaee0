// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.Snippet;

/** Snippets for tests. */
public final class Snippets {
    private Snippets() {}

    /** A page's summary. */
    public static Snippet page(String text) {
        return Snippet.newBuilder()
                .setSource("example.org")
                .setTitle("A page")
                .setText(text)
                .setDate("2025-03-01")
                .setSha256(Sha256.hex(text.getBytes(UTF_8)))
                .build();
    }

    /** A look-alike with its title. */
    public static Snippet picture(String title) {
        String sha256 = Sha256.hex(title.getBytes(UTF_8));
        return Snippet.newBuilder()
                .setSource("example.org")
                .setTitle(title)
                .setSha256(sha256)
                .setPicture(new Picture(sha256, 64, 64, null))
                .build();
    }
}
