// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.port.Ports;
import dev.eddy.port.ResultCache;
import dev.eddy.port.ResultCache.Key;
import dev.eddy.port.ResultCacheContract;
import dev.eddy.port.Snippets;
import dev.eddy.schemas.Snippet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryResultCacheTest extends ResultCacheContract {
    private static final List<Snippet> FOUND = List.of(Snippets.page("Two weeks."));

    @Override
    protected ResultCache open() {
        return new MemoryResultCache(100, true);
    }

    @Test
    void similarQueriesAreNotTakenForTheSameWhereThatIsTurnedOff() throws Exception {
        Map<String, String> settings = Map.of("entries", "10", "approximate", "false");
        try (Ports.Lease<ResultCache> lease = Ports.lease(ResultCache.class, "memory", settings)) {
            ResultCache cache = lease.get();
            cache.put(new Key("a b c d e f g h", "?", 6), FOUND).join();

            assertThat(cache.find(new Key("a b c d e f g", "?", 6)).join()).isEmpty();
            assertThat(cache.find(new Key("a b c d e f g h", "?", 6)).join()).contains(FOUND);
        }
    }

    @Test
    void itKeepsNoMoreThanItMay() {
        try (ResultCache cache = new MemoryResultCache(10, true)) {
            for (int i = 0; i < 1000; i++) {
                cache.put(new Key("query " + i, "question " + i, 6), FOUND).join();
            }

            long kept = 0;
            for (int i = 0; i < 1000; i++) {
                kept += cache.find(new Key("query " + i, null, 6)).join().isPresent() ? 1 : 0;
            }
            assertThat(kept).isBetween(1L, 10L);
        }
    }

    @Test
    void aWrongSettingIsNamed() {
        assertThatThrownBy(() -> Ports.lease(ResultCache.class, "memory", Map.of("entries", "many")))
                .hasMessageContaining("'entries'")
                .hasMessageContaining("'many'");
        assertThatThrownBy(() -> Ports.lease(ResultCache.class, "memory", Map.of("approximate", "maybe")))
                .hasMessageContaining("'approximate'");
        assertThatThrownBy(() -> Ports.lease(ResultCache.class, "memory", Map.of("ttl", "PT1H")))
                .hasMessageContaining("[ttl]");
    }
}
