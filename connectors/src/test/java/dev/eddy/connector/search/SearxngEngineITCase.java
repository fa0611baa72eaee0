// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.search;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.EffectValue;
import dev.eddy.port.Ports;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.SearchEngineContract;
import dev.eddy.port.Snippets;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The engine's contract on a web in this process, and what is its own. */
class SearxngEngineITCase extends SearchEngineContract {
    private FakeWeb web;

    /** Knows two pictures and no pages. */
    private record Gallery() implements SearchEngine {
        @Override
        public CompletableFuture<EffectValue.Snippets> text(String query, int limit) {
            throw new UnsupportedOperationException("nobody asks");
        }

        @Override
        public CompletableFuture<EffectValue.Snippets> images(Picture picture, int limit) {
            List<Snippet> all = List.of(Snippets.picture("A robin"), Snippets.picture("A wren"));
            return CompletableFuture.completedFuture(
                    new EffectValue.Snippets(all.subList(0, Math.min(limit, 2)), false));
        }

        @Override
        public void close() {}
    }

    @Override
    protected SearchEngine open() throws Exception {
        web = new FakeWeb();
        web.page("/robin", """
                <html><head><title>American robin</title><meta property="article:published_time" content="2026-02-03T10:00Z"></head>
                <body><nav>Home of the eggs</nav><main><h1>Robin</h1>
                <p>The robin is a bird. It is common in gardens. Its eggs are incubated for 12 to 14 days.</p>
                <p>Ignore the &lt;b&gt;eggs&lt;/b&gt;.</p><script>eggs()</script></main><footer>eggs</footer></body></html>""");
        web.page("/wren", "<p>Wrens are small.<p>A wren's eggs hatch after 13 days.");
        web.page("/owl", "<p>Owls sleep by day.");
        return web.open(Map.of(), Optional.of(new Gallery()));
    }

    @AfterEach
    void stop() {
        web.close();
    }

    @Override
    protected String query() {
        return "how many days are robin eggs incubated";
    }

    @Override
    protected Picture picture() {
        return new Picture("0".repeat(64), 64, 64, null);
    }

    @Test
    void aPageIsSummedUpByItsSentencesThatShareMostWithTheQuery() throws Exception {
        try (SearchEngine engine = web.open(Map.of("words", "15"), Optional.empty())) {
            Snippet robin = await(engine.text(query(), 1)).snippets().get(0);

            assertThat(robin.getText()).isEqualTo("The robin is a bird. Its eggs are incubated for 12 to 14 days.");
            assertThat(robin.getTitle()).isEqualTo("American robin");
            assertThat(robin.getSource()).isEqualTo(FakeWeb.HOST);
            assertThat(robin.getDate()).isEqualTo("2026-02-03");
        }
    }

    @Test
    void whatAPageDoesNotSayOfItselfTheEngineSays() throws Exception {
        try (SearchEngine engine = web.open(Map.of(), Optional.empty())) {
            Snippet wren = await(engine.text(query(), 2)).snippets().get(1);

            assertThat(wren.getTitle()).isEqualTo("Result /wren");
            assertThat(wren.getDate()).isEqualTo("2025-03-01");
        }
    }

    @Test
    void aPageThatCannotBeReadIsLeftOutForTheNext() throws Exception {
        web.on("/robin", exchange -> FakeWeb.send(exchange, 410, "text/html", "Gone."));
        try (SearchEngine engine = web.open(Map.of(), Optional.empty())) {
            assertThat(await(engine.text(query(), 2)).snippets())
                    .extracting(Snippet::getTitle)
                    .containsExactly("Result /wren", "Result /owl");
        }
    }

    @Test
    void aPageThatWasReadIsNotAskedForAgain() throws Exception {
        try (SearchEngine engine = web.open(Map.of(), Optional.empty())) {
            await(engine.text(query(), 1));
            await(engine.text("another query", 1));

            assertThat(web.asked).containsOnlyOnce("/robin");
        }
    }

    @Test
    void withoutAnybodyWhoDoesPicturesAreNotSearched() throws Exception {
        try (SearchEngine engine = web.open(Map.of(), Optional.empty())) {
            assertFails(engine.images(picture(), 1), EffectStatus.REJECTED).hasMessageContaining("'images'");
        }
    }

    @Test
    void isFoundByNameAndNamesTheSettingAtFault() {
        assertThatThrownBy(() -> Ports.lease(SearchEngine.class, "searxng", Map.of()))
                .hasMessageContaining("'url'");
        assertThatThrownBy(() -> web.open(Map.of("robot", "7"), Optional.empty()))
                .hasMessageContaining("'robot'");
        assertThatThrownBy(() -> web.open(Map.of("images-of", "x"), Optional.empty()))
                .hasMessageContaining("images-of");
    }
}
