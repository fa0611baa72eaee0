// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import dev.eddy.local.language.Relation;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.Snippet;
import java.nio.charset.StandardCharsets;

/**
 * A page of the encyclopaedia's web.
 *
 * @param source the site
 * @param date as shown; null where none is
 * @param year it was written in, shown or not
 * @param heading what its first section is headed with
 * @param text what the search engine reads
 * @param summary what its reader makes of it, at most 60 words
 * @param standing with the search engine
 * @param subject whom it is about: this and what follows are for tables about the world, for nobody else
 * @param relation what of it is told
 * @param origin what it was written as
 */
record Page(
        String source,
        String title,
        String date,
        int year,
        String heading,
        String text,
        String summary,
        double standing,
        String subject,
        Relation relation,
        Origin origin) {
    /** What became of a page's making. */
    enum Origin {
        GOOD,
        OUTDATED,
        CONTRADICTORY,
        COOKIE_WALL
    }

    Snippet snippet() {
        String content = source + "\n" + title + "\n" + date + "\n" + summary;
        return Snippet.newBuilder()
                .setSource(source)
                .setTitle(title)
                .setText(summary)
                .setDate(date)
                .setSha256(Sha256.hex(content.getBytes(StandardCharsets.UTF_8)))
                .build();
    }
}
