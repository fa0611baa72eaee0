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

/** What every {@link SearchEngine} does that searches by picture. */
public abstract class PictureSearchContract {
    private SearchEngine engine;

    /** An engine that finds at least two pictures like {@link #picture}. */
    protected abstract SearchEngine open() throws Exception;

    protected abstract Picture picture();

    @BeforeEach
    void openEngine() throws Exception {
        engine = open();
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    /** The one that is tested. */
    protected SearchEngine engine() {
        return engine;
    }

    @Test
    void aSearchByPictureFindsTitledLookAlikes() {
        List<Snippet> found = await(engine.images(picture(), 5)).snippets();

        assertThat(found).hasSizeBetween(2, 5).allSatisfy(snippet -> {
            assertThat(snippet.getSource()).isNotBlank();
            assertThat(snippet.getTitle()).isNotBlank();
            assertThat(snippet.getPicture().getSha256()).matches("[0-9a-f]{64}");
            assertThat(snippet.getPicture().getWidth()).isPositive();
            assertThat(snippet.getPicture().getHeight()).isPositive();
        });
    }

    @Test
    void fewerPicturesWantedAreTheBestOfMore() {
        List<Snippet> pictures = await(engine.images(picture(), 5)).snippets();

        assertThat(await(engine.images(picture(), 1)).snippets()).isEqualTo(pictures.subList(0, 1));
    }

    @Test
    void theSameSearchByPictureFindsTheSame() {
        assertThat(await(engine.images(picture(), 5))).isEqualTo(await(engine.images(picture(), 5)));
    }
}
