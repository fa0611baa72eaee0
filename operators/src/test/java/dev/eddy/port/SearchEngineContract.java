// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link SearchEngine} does. */
public abstract class SearchEngineContract {
    private SearchEngine engine;

    /** An engine that finds at least two pages for {@link #query} and two pictures like {@link #picture}. */
    protected abstract SearchEngine open() throws Exception;

    protected abstract String query();

    protected abstract Picture picture();

    @BeforeEach
    void openEngine() throws Exception {
        engine = open();
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    @Test
    void aTextSearchFindsPagesWithTheirSourceAndContentHash() {
        List<Snippet> found = await(engine.text(query(), 6)).snippets();

        assertThat(found).hasSizeBetween(2, 6).allSatisfy(snippet -> {
            assertThat(snippet.getSource()).isNotBlank();
            assertThat(snippet.getText()).isNotBlank();
            assertThat(snippet.getSha256()).matches("[0-9a-f]{64}");
        });
        assertThat(found).doesNotHaveDuplicates();
    }

    @Test
    void aSearchByPictureFindsTitledLookAlikes() {
        List<Snippet> found = await(engine.images(picture(), 5)).snippets();

        assertThat(found).hasSizeBetween(2, 5).allSatisfy(snippet -> {
            assertThat(snippet.getTitle()).isNotBlank();
            assertThat(snippet.getPicture().getSha256()).matches("[0-9a-f]{64}");
            assertThat(snippet.getPicture().getWidth()).isPositive();
            assertThat(snippet.getPicture().getHeight()).isPositive();
        });
    }

    @Test
    void fewerWantedAreTheBestOfMore() {
        List<Snippet> pages = await(engine.text(query(), 6)).snippets();
        List<Snippet> pictures = await(engine.images(picture(), 5)).snippets();

        assertThat(await(engine.text(query(), 1)).snippets()).isEqualTo(pages.subList(0, 1));
        assertThat(await(engine.images(picture(), 1)).snippets()).isEqualTo(pictures.subList(0, 1));
    }

    @Test
    void theSameSearchFindsTheSame() {
        assertThat(await(engine.text(query(), 6))).isEqualTo(await(engine.text(query(), 6)));
        assertThat(await(engine.images(picture(), 5))).isEqualTo(await(engine.images(picture(), 5)));
    }

    @Test
    void aQueryInWhateverSyntaxIsOnlyText() {
        assertThat(await(engine.text("\"(* AND [x TO y]~ ^:/\\ +-!", 6)).snippets())
                .hasSizeLessThanOrEqualTo(6);
    }
}
