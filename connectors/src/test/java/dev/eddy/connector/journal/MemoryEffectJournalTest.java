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
