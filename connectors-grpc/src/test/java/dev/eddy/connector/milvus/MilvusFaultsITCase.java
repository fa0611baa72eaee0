// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.connector.grpc.FreePort;
import dev.eddy.connector.milvus.proto.Status;
import dev.eddy.port.PortException;
import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndex.Match;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.port.VectorIndex.Row;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.EffectStatus;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server's worst days: each ends in a typed failure, at the latest after the deadline, and the index goes on. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class MilvusFaultsITCase {
    private static final Pool POOL = new Pool("p", Channel.I2I, 2);
    private static final float[] QUERY = {1, 0};
    private static final Status NOT_LOADED =
            Status.newBuilder().setCode(101).setReason("not loaded").build();
    private static final Status WRONG =
            Status.newBuilder().setCode(1100).setReason("invalid parameter").build();
    private static final Status BUSY = Status.newBuilder()
            .setCode(65535)
            .setReason("busy")
            .setRetriable(true)
            .build();

    private FakeMilvus server;
    private VectorIndex index;

    @BeforeEach
    void start() throws Exception {
        server = FakeMilvus.start();
        index = open(server.endpoint(), 300_000);
        await(index.write(POOL, List.of(new Row("a", 0, QUERY))));
    }

    @AfterEach
    void stop() throws Exception {
        index.close();
        server.close();
    }

    private static VectorIndex open(String endpoint, int deadlineMillis) throws Exception {
        return new MilvusIndex.Factory()
                .open(Map.of("endpoint", endpoint, "deadline-ms", Integer.toString(deadlineMillis)));
    }

    /** One that tries for longer than its searches may take. */
    private VectorIndex stubborn(int deadlineMillis) throws Exception {
        return new MilvusIndex.Factory()
                .open(Map.of(
                        "endpoint",
                        server.endpoint(),
                        "deadline-ms",
                        Integer.toString(deadlineMillis),
                        "load-deadline-ms",
                        Integer.toString(deadlineMillis),
                        "tries",
                        "10"));
    }

    private static CompletableFuture<List<Match>> search(VectorIndex index) {
        return index.search(POOL, List.of(QUERY), List.of(), 1);
    }

    private void assertServes() {
        assertThat(await(search(index))).containsExactly(new Match("a", 1));
    }

    @Test
    void aServerThatIsDownAtStartIsUnavailableUntilItIsUp() throws Exception {
        int port = FreePort.find();
        try (VectorIndex early = open("127.0.0.1:" + port, 300_000)) {
            assertFails(search(early), EffectStatus.UNAVAILABLE).hasMessageContaining("127.0.0.1:" + port);
            try (FakeMilvus late = new FakeMilvus(port)) {
                late.collections.putAll(server.collections);
                CompletableFuture<List<Match>> found;
                do {
                    found = search(early);
                    found.handle((value, failure) -> value).join();
                } while (found.isCompletedExceptionally());
                assertThat(found.join()).hasSize(1);
            }
        }
    }

    @Test
    void aServerThatIsKilledInMidCallIsUnavailable() throws Exception {
        server.mute = true;
        CompletableFuture<List<Match>> found = search(index);
        assertThat(server.asked.await(1, TimeUnit.MINUTES)).isTrue();

        server.close();

        assertFails(found, EffectStatus.UNAVAILABLE);
    }

    @Test
    void whatAcceptsAndNeverAnswersTimesOut() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                VectorIndex waiting = open("127.0.0.1:" + mute.getLocalPort(), 500)) {
            assertFails(search(waiting), EffectStatus.TIMEOUT);
        }
    }

    @Test
    void anAnswerAfterTheDeadlineIsTooLateAndTheNextIsNot() throws Exception {
        try (VectorIndex hasty = open(server.endpoint(), 2_000)) {
            server.mute = true;
            assertFails(search(hasty), EffectStatus.TIMEOUT);
            server.mute = false;
        }
        assertServes();
    }

    @Test
    void aCollectionThatIsDroppedInMidRunIsNamedUntilItIsThereAgain() {
        assertServes();
        server.collections.clear();

        assertFails(search(index), EffectStatus.REJECTED)
                .hasMessageContaining("code 100")
                .hasMessageContaining("eddy_i2i_2")
                .hasMessageContaining("'prefix'");
        assertThat(server.searches).hasValue(2);
    }

    @Test
    void aFailureThatPassesIsTriedAgainAFewTimes() {
        server.refusals.addAll(List.of(NOT_LOADED, BUSY));
        assertServes();
        assertThat(server.searches).hasValue(3);

        server.refusals.addAll(List.of(BUSY, BUSY, BUSY));
        assertFails(search(index), EffectStatus.UNAVAILABLE).hasMessageContaining("65535");
        assertThat(server.searches).hasValue(6);
    }

    @Test
    void whatIsWrongIsNotTriedAgain() {
        server.refusals.add(WRONG);

        assertFails(search(index), EffectStatus.REJECTED).hasMessageContaining("invalid parameter");
        assertThat(server.searches).hasValue(1);
    }

    @Test
    void triesEndAtTheDeadline() throws Exception {
        server.always = BUSY;
        try (VectorIndex stubborn = stubborn(1_500)) { // ten tries pause for 3.25 s at least
            assertThatThrownBy(() -> await(search(stubborn)))
                    .cause()
                    .isInstanceOfSatisfying(
                            PortException.class,
                            late -> assertThat(late.status()).isIn(EffectStatus.UNAVAILABLE, EffectStatus.TIMEOUT));
        }
        assertThat(server.searches).hasValueLessThan(10);
    }

    @Test
    void whatWaitsForItsNextTryFailsWhenTheIndexIsClosed() throws Exception {
        server.always = BUSY;
        VectorIndex closing = stubborn(300_000);
        CompletableFuture<List<Match>> found = search(closing);
        while (server.searches.get() < 5) { // the pause is half a second and more from here
            Thread.onSpinWait();
        }

        closing.close();

        assertFails(found, EffectStatus.UNAVAILABLE).hasMessageContaining(server.endpoint());
        assertFails(search(closing), EffectStatus.UNAVAILABLE).hasMessageContaining("closed");
        assertThat(server.searches).hasValueLessThan(10);
    }

    @Test
    void aSearchThatIsCancelledEndsAtTheServer() throws Exception {
        server.mute = true;
        CompletableFuture<List<Match>> found = search(index);
        assertThat(server.asked.await(1, TimeUnit.MINUTES)).isTrue();

        found.cancel(true);

        assertThat(server.cancelled.await(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void aFusionThatIsCancelledEndsAtTheServer() throws Exception {
        server.mute = true;
        CompletableFuture<Optional<List<Match>>> found = index.fused(POOL, List.of(QUERY), 1, 60);
        assertThat(server.asked.await(1, TimeUnit.MINUTES)).isTrue();

        found.cancel(true);

        assertThat(server.cancelled.await(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void aCollectionThatLoadsIsWaitedForUntilTheDeadline() throws Exception {
        server.loading.set(2);
        assertThat(await(index.count(POOL))).isEqualTo(1);
        assertThat(server.loading).hasValueLessThan(0);

        server.loading.set(Integer.MAX_VALUE);
        try (VectorIndex hasty = stubborn(1_000)) {
            assertFails(hasty.count(POOL), EffectStatus.TIMEOUT);
        }
    }
}
