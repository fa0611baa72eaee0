// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectJournalContract;
import dev.eddy.port.Ports;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoryEffectJournalTest extends EffectJournalContract {
    @Override
    protected EffectJournal open() {
        return new MemoryEffectJournal(Duration.ofHours(1), 1 << 20);
    }

    @Test
    void entriesGoWhenTheyAreOld() {
        AtomicLong nanos = new AtomicLong();
        try (EffectJournal journal = new MemoryEffectJournal(Duration.ofMinutes(1), 1 << 20, nanos::get)) {
            EffectJournal.Key key = new EffectJournal.Key("query/0", 0);
            journal.record(key, new EffectJournal.Entry("a", new byte[1])).join();
            nanos.set(Duration.ofSeconds(59).toNanos());
            assertThat(journal.find(key).join()).isPresent();

            nanos.set(Duration.ofSeconds(61).toNanos());

            assertThat(journal.find(key).join()).isEmpty();
        }
    }

    @Test
    void ofWhatIsTooMuchTheNewestStayHoweverOftenOlderOnesWereReadAndReplacedOnesAreNew() {
        long size = 256 + 3L * "query/0".length() + 100;
        try (EffectJournal journal = new MemoryEffectJournal(Duration.ofHours(1), 3 * size)) {
            for (int seq = 0; seq < 3; seq++) {
                record(journal, seq, "a", 100);
            }
            for (int read = 0; read < 100; read++) {
                assertThat(found(journal, 1)).isTrue();
            }
            record(journal, 0, "b", 100);
            record(journal, 3, "a", 100);
            record(journal, 4, "a", (int) (3 * size));

            assertThat(IntStream.range(0, 5).filter(seq -> found(journal, seq)).boxed())
                    .as("1 was the oldest, 4 is larger than all")
                    .containsExactly(0, 2, 3);
        }
    }

    private static void record(EffectJournal journal, int seq, String hash, int bytes) {
        journal.record(new EffectJournal.Key("query/0", seq), new EffectJournal.Entry(hash, new byte[bytes]))
                .join();
    }

    private static boolean found(EffectJournal journal, int seq) {
        return journal.find(new EffectJournal.Key("query/0", seq)).join().isPresent();
    }

    @Test
    void itIsFoundByNameAndSharedByItsLeases() throws Exception {
        Map<String, String> settings = Map.of("ttl", "PT10M", "max-bytes", "1000");
        try (Ports.Lease<EffectJournal> one = Ports.lease(EffectJournal.class, "memory", settings);
                Ports.Lease<EffectJournal> other = Ports.lease(EffectJournal.class, "memory", settings)) {
            assertThat(one.get()).isInstanceOf(MemoryEffectJournal.class).isSameAs(other.get());
        }
    }

    @Test
    void aWrongSettingIsNamed() {
        assertThatThrownBy(() -> Ports.lease(EffectJournal.class, "memory", Map.of("ttl", "soon")))
                .hasMessageContaining("'ttl'")
                .hasMessageContaining("'soon'");
        assertThatThrownBy(() -> Ports.lease(EffectJournal.class, "memory", Map.of("max-bytes", "0")))
                .hasMessageContaining("'max-bytes'");
        assertThatThrownBy(() -> Ports.lease(EffectJournal.class, "memory", Map.of("size", "1")))
                .hasMessageContaining("[size]");
    }
}
