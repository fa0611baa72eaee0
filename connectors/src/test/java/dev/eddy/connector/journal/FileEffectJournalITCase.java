// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectJournal.Entry;
import dev.eddy.port.EffectJournal.Key;
import dev.eddy.port.EffectJournalContract;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileEffectJournalITCase extends EffectJournalContract {
    private static final String HASH = "a".repeat(64);

    @TempDir
    private Path folder;

    @Override
    protected EffectJournal open() throws IOException {
        return open(1 << 20);
    }

    private FileEffectJournal open(long maxBytes) throws IOException {
        return new FileEffectJournal(folder, Duration.ofHours(1), maxBytes);
    }

    @Test
    void whatWasRecordedIsFoundByTheNextProcessThoughTheFirstNeverClosedIt() throws IOException {
        FileEffectJournal killed = open(1 << 20);
        record(killed, 0, "first");
        record(killed, 1, "second");

        try (FileEffectJournal next = open(1 << 20)) {
            assertThat(found(next, 0)).isEqualTo("first");
            assertThat(found(next, 1)).isEqualTo("second");
        }
        killed.close();
    }

    @Test
    void aRecordThatAKillToreIsLeftOutAndWhatIsWrittenAfterwardsIsRead() throws IOException {
        try (FileEffectJournal journal = open(1 << 20)) {
            record(journal, 0, "whole");
            record(journal, 1, "torn");
        }
        Path file = files().get(0);
        try (RandomAccessFile tail = new RandomAccessFile(file.toFile(), "rw")) {
            tail.setLength(tail.length() - 2);
        }

        try (FileEffectJournal journal = open(1 << 20)) {
            assertThat(found(journal, 0)).isEqualTo("whole");
            assertThat(found(journal, 1)).isNull();
            record(journal, 2, "after");
        }
        try (FileEffectJournal journal = open(1 << 20)) {
            assertThat(found(journal, 0)).isEqualTo("whole");
            assertThat(found(journal, 2)).isEqualTo("after");
        }
    }

    @Test
    void aDamagedRecordEndsItsFile() throws IOException {
        try (FileEffectJournal journal = open(1 << 20)) {
            record(journal, 0, "damaged");
        }
        Path file = files().get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1]++;
        Files.write(file, bytes);

        try (FileEffectJournal journal = open(1 << 20)) {
            assertThat(found(journal, 0)).isNull();
        }
    }

    @Test
    void filesAreBoundedAndTheNewestCompletionsStay() throws IOException {
        try (FileEffectJournal journal = open(10_000)) {
            for (int seq = 0; seq < 1_000; seq++) {
                record(journal, seq, "x".repeat(100));
            }
        }
        long bytes = 0;
        for (Path file : files()) {
            bytes += Files.size(file);
        }
        assertThat(bytes).isLessThan(20_000);
        try (FileEffectJournal journal = open(10_000)) {
            assertThat(found(journal, 0)).isNull();
            assertThat(found(journal, 999)).isNotNull();
            record(journal, 1_000, "goes on");
        }
        try (FileEffectJournal journal = open(10_000)) {
            assertThat(found(journal, 1_000)).isEqualTo("goes on");
        }
    }

    @Test
    void whatIsLookedUpOftenDoesNotKeepTheNewestOut() throws IOException {
        int fit = 20;
        long maxBytes = fit * (256L + 3 * "query/0".length() + 100);
        try (FileEffectJournal journal = open(maxBytes)) {
            for (int seq = 0; seq < 10 * fit; seq++) {
                record(journal, seq, "x".repeat(100));
                for (int earlier = 0; earlier < fit; earlier++) {
                    found(journal, earlier);
                }
            }
            assertFoundAreTheNewest(journal, fit, 10 * fit);
        }
        try (FileEffectJournal journal = open(maxBytes)) {
            assertFoundAreTheNewest(journal, fit, 10 * fit);
        }
    }

    private static void assertFoundAreTheNewest(EffectJournal journal, int fit, int written) {
        assertThat(IntStream.range(0, written)
                        .filter(seq -> found(journal, seq) != null)
                        .boxed())
                .containsExactlyElementsOf(
                        IntStream.range(written - fit, written).boxed().toList());
    }

    @Test
    void itsFolderIsNeeded() {
        assertThatThrownBy(() -> Ports.lease(EffectJournal.class, "file", Map.of("ttl", "PT1H")))
                .hasMessageContaining("'path'");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static void record(EffectJournal journal, int seq, String completion) {
        journal.record(new Key("query/0", seq), new Entry(HASH, completion.getBytes(UTF_8)))
                .join();
    }

    private static String found(EffectJournal journal, int seq) {
        return journal.find(new Key("query/0", seq))
                .join()
                .map(entry -> new String(entry.completion(), UTF_8))
                .orElse(null);
    }
}
