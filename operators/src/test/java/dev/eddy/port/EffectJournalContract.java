// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.port.EffectJournal.Entry;
import dev.eddy.port.EffectJournal.Key;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link EffectJournal} does. */
public abstract class EffectJournalContract {
    private static final Key KEY = new Key("query/0", 3);
    private static final String HASH = "a".repeat(64);

    private EffectJournal journal;

    /** An empty journal. */
    protected abstract EffectJournal open() throws Exception;

    @BeforeEach
    void openJournal() throws Exception {
        journal = open();
    }

    @AfterEach
    void closeJournal() {
        journal.close();
    }

    @Test
    void saysHowLongItKeepsAnEntry() {
        assertThat(journal.keeps()).isPositive();
    }

    @Test
    void whatWasNotRecordedIsNotFound() {
        assertThat(await(journal.find(KEY))).isEmpty();
    }

    @Test
    void aCompletionIsFoundUnderItsRolloutAndNumberAlone() {
        await(journal.record(KEY, entry(HASH, "first")));

        assertThat(await(journal.find(KEY))).hasValueSatisfying(found -> {
            assertThat(found.requestHash()).isEqualTo(HASH);
            assertThat(found.completion()).asString(UTF_8).isEqualTo("first");
        });
        assertThat(await(journal.find(new Key("query/0", 4)))).isEmpty();
        assertThat(await(journal.find(new Key("query/1", 3)))).isEmpty();
    }

    @Test
    void theFirstCompletionOfARequestStands() {
        await(journal.record(KEY, entry(HASH, "first")));

        Entry stands = await(journal.record(KEY, entry(HASH, "second")));

        assertThat(stands.completion()).asString(UTF_8).isEqualTo("first");
        assertThat(await(journal.find(KEY)).orElseThrow().completion())
                .asString(UTF_8)
                .isEqualTo("first");
    }

    @Test
    void aCompletionOfAnotherRequestReplaces() {
        await(journal.record(KEY, entry(HASH, "first")));

        Entry stands = await(journal.record(KEY, entry("b".repeat(64), "other")));

        assertThat(stands.completion()).asString(UTF_8).isEqualTo("other");
        assertThat(await(journal.find(KEY)).orElseThrow().requestHash()).isEqualTo("b".repeat(64));
    }

    @Test
    void ofManyWritersAtOnceAllAreToldTheSame() {
        List<CompletableFuture<Entry>> writes = IntStream.range(0, 64)
                .parallel()
                .mapToObj(writer -> journal.record(KEY, entry(HASH, "writer " + writer)))
                .toList();

        byte[] stands = await(journal.find(KEY)).orElseThrow().completion();
        assertThat(writes)
                .allSatisfy(write -> assertThat(await(write).completion()).isEqualTo(stands));
    }

    private static Entry entry(String hash, String completion) {
        return new Entry(hash, completion.getBytes(UTF_8));
    }
}
