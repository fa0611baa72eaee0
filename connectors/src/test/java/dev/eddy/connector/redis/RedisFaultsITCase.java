// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.redis;

import static dev.eddy.port.PortFailures.assertFails;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue;
import dev.eddy.effect.JournaledEffectRunner;
import dev.eddy.operator.reward.VirtualTime;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectJournal.Entry;
import dev.eddy.port.EffectJournal.Key;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.port.Ports;
import dev.eddy.port.ResultCache;
import dev.eddy.schemas.EffectStatus;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a Redis does on its worst days costs a call and never more than its deadline. */
class RedisFaultsITCase {
    private static final Key KEY = new Key("query/0", 3);
    private static final Entry ENTRY = new Entry("a".repeat(64), new byte[] {1});
    private static final byte[] NOTHING = "$-1\r\n".getBytes(US_ASCII);
    private static final byte[] FOUND = ("$64\r\n" + "a".repeat(64) + "\r\n").getBytes(US_ASCII);
    private static final int TLS_HANDSHAKE = 22;

    @Test
    void aServerThatIsDownAtStartFailsCallsAndNotTheStart() throws Exception {
        BadRedis gone = new BadRedis(connection -> {});
        Map<String, String> settings = gone.settings();
        gone.close();

        try (EffectJournal journal = new RedisEffectJournal.Factory().open(settings);
                ResultCache cache = new RedisResultCache.Factory().open(settings)) {
            assertFails(journal.find(KEY), EffectStatus.UNAVAILABLE).hasMessageContaining("127.0.0.1:");
            assertFails(journal.record(KEY, ENTRY), EffectStatus.UNAVAILABLE);
            assertFails(cache.find(new ResultCache.Key("a", "?", 6)), EffectStatus.UNAVAILABLE);
            assertFails(cache.put(new ResultCache.Key("a", "?", 6), List.of()), EffectStatus.UNAVAILABLE);
        }
    }

    @Test
    void aServerKilledInMidCallFailsTheCall() throws Exception {
        try (BadRedis killed =
                        new BadRedis(connection -> connection.getInputStream().read());
                EffectJournal journal = new RedisEffectJournal.Factory().open(killed.settings())) {
            assertFails(journal.find(KEY), EffectStatus.UNAVAILABLE);
        }
    }

    @Test
    void aServerThatNeverAnswersFailsTheCallAtTheDeadline() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (BadRedis silent = new BadRedis(connection -> never.await());
                EffectJournal journal =
                        new RedisEffectJournal.Factory().open(with(silent.settings(), Map.of("deadline-ms", "300")))) {
            assertFails(journal.find(KEY), EffectStatus.TIMEOUT).hasMessageContaining("'deadline-ms'");
        }
    }

    @Test
    void anAnswerAfterTheDeadlineIsNoAnswerToTheNextCall() throws Exception {
        CountDownLatch late = new CountDownLatch(1);
        AtomicInteger answers = new AtomicInteger();
        try (BadRedis slow = new BadRedis(connection -> {
                    while (connection.getInputStream().read(new byte[1 << 16]) > 0) {
                        late.await();
                        connection.getOutputStream().write(answers.getAndIncrement() == 0 ? FOUND : NOTHING);
                    }
                });
                EffectJournal journal = new RedisEffectJournal.Factory()
                        .open(with(slow.settings(), Map.of("deadline-ms", "2000", "connections", "1")))) {
            assertFails(journal.find(KEY), EffectStatus.TIMEOUT);
            late.countDown();

            assertThat(journal.find(KEY).join()).isEqualTo(Optional.empty());
        }
    }

    @Test
    void aServerThatWasRestartedCostsACallForEachOldConnection() throws Exception {
        try (BadRedis restarted = new BadRedis(connection -> {
                    connection.getInputStream().read(new byte[1 << 16]);
                    connection.getOutputStream().write(NOTHING);
                });
                EffectJournal journal = new RedisEffectJournal.Factory()
                        .open(with(restarted.settings(), Map.of("deadline-ms", "60000", "connections", "1")))) {
            for (int round = 0; round < 10; round++) {
                assertThat(journal.find(KEY).join()).isEmpty();
                assertFails(journal.find(KEY), EffectStatus.UNAVAILABLE);
            }
        }
    }

    @Test
    void withTlsNothingIsSaidInTheClear() throws Exception {
        AtomicInteger first = new AtomicInteger();
        try (BadRedis plain = new BadRedis(
                        connection -> first.set(connection.getInputStream().read()));
                EffectJournal journal =
                        new RedisEffectJournal.Factory().open(with(plain.settings(), Map.of("tls", "true")))) {
            assertFails(journal.find(KEY), EffectStatus.UNAVAILABLE);
            assertThat(first).hasValue(TLS_HANDSHAKE);
        }
    }

    @Test
    void callsThatFindEveryConnectionTakenWaitNoLongerThanTheDeadline() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (BadRedis silent = new BadRedis(connection -> never.await());
                EffectJournal journal = new RedisEffectJournal.Factory()
                        .open(with(silent.settings(), Map.of("connections", "1", "deadline-ms", "300")))) {
            List<CompletableFuture<Optional<Entry>>> calls =
                    Stream.generate(() -> journal.find(KEY)).limit(20).toList();

            calls.forEach(call -> assertFails(call, EffectStatus.TIMEOUT).hasMessageContaining("'deadline-ms'"));
        }
    }

    @Test
    void callsBeyondTheQueueFailAtOnce() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (BadRedis silent = new BadRedis(connection -> never.await());
                EffectJournal journal = new RedisEffectJournal.Factory()
                        .open(with(silent.settings(), Map.of("connections", "1", "queue", "1")))) {
            List<CompletableFuture<Optional<Entry>>> calls =
                    Stream.generate(() -> journal.find(KEY)).limit(3).toList();

            assertFails(calls.get(2), EffectStatus.UNAVAILABLE).hasMessageContaining("'queue'");
        }
    }

    @Test
    void aServerThatRefusesThePasswordIsNamedAndThePasswordIsNot() throws Exception {
        Path file = Files.createTempFile("password", "");
        Files.writeString(file, "swordfish\n");
        try (BadRedis strict = new BadRedis(connection -> {
                    connection.getInputStream().read();
                    connection
                            .getOutputStream()
                            .write("-WRONGPASS invalid username-password pair\r\n".getBytes(US_ASCII));
                    connection.getInputStream().transferTo(OutputStream.nullOutputStream());
                });
                EffectJournal journal = new RedisEffectJournal.Factory()
                        .open(with(strict.settings(), Map.of("password-file", file.toString())))) {
            assertFails(journal.find(KEY), EffectStatus.REJECTED)
                    .hasMessageContaining("WRONGPASS")
                    .hasMessageNotContaining("swordfish");
        } finally {
            Files.delete(file);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OOM command not allowed when used memory > 'maxmemory'.",
                "READONLY You can't write against a read only replica."
            })
    void whatARequiredJournalCanReadAndNotWriteFailsTyped(String refusal) throws Exception {
        VirtualTime time = new VirtualTime();
        try (BadRedis full = new BadRedis(connection -> {
                    byte[] asked = new byte[1 << 16];
                    for (int read = connection.getInputStream().read(asked);
                            read > 0;
                            read = connection.getInputStream().read(asked)) {
                        boolean writes = new String(asked, 0, read, US_ASCII).contains("EVAL");
                        connection
                                .getOutputStream()
                                .write(writes ? ("-" + refusal + "\r\n").getBytes(US_ASCII) : NOTHING);
                    }
                });
                EffectJournal journal =
                        new RedisEffectJournal.Factory().open(with(full.settings(), Map.of("required", "true")))) {
            Paid paid = new Paid();
            JournaledEffectRunner runner = new JournaledEffectRunner(paid, journal, time);
            Effect.OpenBank open = new Effect.OpenBank(3, "bank", 4);

            CompletableFuture<EffectResult> result = runner.run(new Call("query/0", open, new byte[32], null, 1, 0));
            while (!result.isDone()) {
                time.advance(Duration.ofSeconds(1));
                Thread.onSpinWait();
            }

            assertThat(result.join()).isInstanceOfSatisfying(Failed.class, failed -> {
                assertThat(failed.status()).isEqualTo(EffectStatus.UNAVAILABLE);
                assertThat(failed.error()).contains("required", refusal);
            });
            assertThat(paid.calls).hasValue(1);
            assertThat(runner.failures()).isEqualTo(4);
        }
    }

    /** What effects cost. */
    private static final class Paid implements EffectRunner {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public CompletableFuture<EffectResult> run(Call call) {
            calls.incrementAndGet();
            return CompletableFuture.completedFuture(new EffectResult.Completed(3, new EffectValue.Bank(7, 4)));
        }

        @Override
        public void close() {
            // holds nothing
        }
    }

    @Test
    void itIsRequiredWhereTheOperatorSaysSo() throws Exception {
        Map<String, String> settings = Map.of("host", "localhost", "required", "true");
        try (EffectJournal required = new RedisEffectJournal.Factory().open(settings);
                EffectJournal optional = new RedisEffectJournal.Factory().open(Map.of("host", "localhost"))) {
            assertThat(required.required()).isTrue();
            assertThat(optional.required()).isFalse();
        }
    }

    @Test
    void settingsAreCheckedByName() {
        assertThatThrownBy(() -> Ports.lease(EffectJournal.class, "redis", Map.of("port", "1")))
                .hasMessageContaining("'host'");
        assertThatThrownBy(
                        () -> Ports.lease(EffectJournal.class, "redis", Map.of("host", "localhost", "max-bytes", "1")))
                .hasMessageContaining("[max-bytes]");
        assertThatThrownBy(() -> Ports.lease(
                        ResultCache.class, "redis", Map.of("host", "localhost", "password-variable", "EDDY_NO_SUCH")))
                .hasMessageContaining("'EDDY_NO_SUCH'");
    }

    private static Map<String, String> with(Map<String, String> settings, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(more);
        return all;
    }
}
