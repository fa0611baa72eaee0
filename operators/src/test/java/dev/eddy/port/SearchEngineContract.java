// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.Snippet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every {@link SearchEngine} does that searches texts, too. */
public abstract class SearchEngineContract extends PictureSearchContract {
    /** One that finds at least two pages. */
    protected abstract String query();

    @Test
    void aTextSearchFindsPagesWithTheirSourceAndContentHash() {
        List<Snippet> found = await(engine().text(query(), 6)).snippets();

        assertThat(found).hasSizeBetween(2, 6).allSatisfy(snippet -> {
            assertThat(snippet.getSource()).isNotBlank();
            assertThat(snippet.getText()).isNotBlank();
            assertThat(snippet.getSha256()).matches("[0-9a-f]{64}");
        });
        assertThat(found).doesNotHaveDuplicates();
    }

    @Test
    void fewerPagesWantedAreTheBestOfMore() {
        List<Snippet> pages = await(engine().text(query(), 6)).snippets();

        assertThat(await(engine().text(query(), 1)).snippets()).isEqualTo(pages.subList(0, 1));
    }

    @Test
    void theSameTextSearchFindsTheSame() {
        assertThat(await(engine().text(query(), 6))).isEqualTo(await(engine().text(query(), 6)));
    }

    @Test
    void aQueryInWhateverSyntaxIsOnlyText() {
        assertThat(await(engine().text("\"(* AND [x TO y]~ ^:/\\ +-!", 6)).snippets())
                .hasSizeLessThanOrEqualTo(6);
    }
}
