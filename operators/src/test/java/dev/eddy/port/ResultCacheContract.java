// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.port.ResultCache.Key;
import dev.eddy.schemas.Snippet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link ResultCache} does. */
public abstract class ResultCacheContract {
    private static final String QUESTION = "How long do its eggs take to hatch?";
    private static final String LONG = "incubation period of the american robin eggs days";
    private static final String SHORT = "incubation period of american robin eggs days";
    private static final List<Snippet> FOUND = List.of(Snippets.page("Two weeks."), Snippets.page("In spring."));

    private ResultCache cache;

    /** An empty cache that finds similar queries. */
    protected abstract ResultCache open() throws Exception;

    @BeforeEach
    void openCache() throws Exception {
        cache = open();
    }

    @AfterEach
    void closeCache() {
        cache.close();
    }

    @Test
    void whatWasNotSearchedForIsNotFound() {
        assertThat(await(cache.find(key(LONG)))).isEmpty();
    }

    @Test
    void theSameQueryFindsAllThatItFoundBefore() {
        await(cache.put(key(LONG), FOUND));

        assertThat(await(cache.find(key(LONG)))).contains(FOUND);
        assertThat(await(cache.find(new Key(LONG, "Another question?", 6)))).contains(FOUND);
    }

    @Test
    void aSearchThatFoundNothingIsKeptToo() {
        await(cache.put(key(LONG), List.of()));

        assertThat(await(cache.find(key(LONG)))).contains(List.of());
    }

    @Test
    void listsOfAnotherLengthAreOtherEntries() {
        await(cache.put(key(LONG), FOUND));

        assertThat(await(cache.find(new Key(LONG, QUESTION, 3)))).isEmpty();
    }

    @Test
    void aQueryThatIsNearlyTheSameIsFoundForTheSameQuestionAlone() {
        await(cache.put(key(LONG), FOUND));

        assertThat(await(cache.find(key(SHORT)))).contains(FOUND);
        assertThat(await(cache.find(new Key(SHORT, "Another question?", 6)))).isEmpty();
        assertThat(await(cache.find(new Key(SHORT, null, 6)))).isEmpty();
    }

    @Test
    void aQueryThatHasTooLittleInCommonIsNotFound() {
        await(cache.put(key("height of the eiffel tower in meters"), FOUND));

        assertThat(await(cache.find(key("height of eiffel tower")))).isEmpty();
    }

    @Test
    void theSameQueryGoesBeforeAnEarlierSimilarOne() {
        List<Snippet> other = List.of(Snippets.page("Thirteen days."));
        await(cache.put(key(LONG), FOUND));
        await(cache.put(key(SHORT), other));

        assertThat(await(cache.find(key(SHORT)))).contains(other);
    }

    @Test
    void theFirstResultOfAQueryStands() {
        await(cache.put(key(LONG), FOUND));
        await(cache.put(key(LONG), List.of()));

        assertThat(await(cache.find(key(LONG)))).contains(FOUND);
    }

    private static Key key(String query) {
        return new Key(query, QUESTION, 6);
    }
}
