// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link BlobStore} does. */
public abstract class BlobStoreContract {
    private BlobStore store;

    /** Opens the store; a second call opens the same content again. */
    protected abstract BlobStore open() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void whatIsPutIsFoundByItsHash() {
        byte[] content = "a page".getBytes(UTF_8);

        String sha256 = await(store.put(content));

        assertThat(sha256).isEqualTo(Sha256.hex(content));
        assertThat(await(store.get(sha256))).isEqualTo(content);
    }

    @Test
    void puttingTwiceIsHarmless() {
        byte[] content = "a page".getBytes(UTF_8);
        String first = await(store.put(content));
        String second = await(store.put(content.clone()));

        assertThat(second).isEqualTo(first);
        assertThat(await(store.get(first))).isEqualTo(content);
    }

    @Test
    void theEmptyBlobIsABlob() {
        String sha256 = await(store.put(new byte[0]));

        assertThat(await(store.get(sha256))).isEmpty();
    }

    @Test
    void whatWasPutIsThereWhenItIsOpenedAgain() throws Exception {
        byte[] content = new byte[1 << 20];
        new Random(7).nextBytes(content);
        String sha256 = await(store.put(content));
        store.close();
        store = open();

        assertThat(await(store.get(sha256))).isEqualTo(content);
    }

    @Test
    void whatIsNotThereIsRejected() {
        String absent = Sha256.hex("never put".getBytes(UTF_8));

        assertFails(store.get(absent), EffectStatus.REJECTED).hasMessageContaining(absent);
    }

    @Test
    void whatIsNoHashIsRejected() {
        assertFails(store.get("../secret"), EffectStatus.REJECTED).hasMessageContaining("../secret");
    }

    @Test
    void manyAtOnceAllArrive() {
        List<byte[]> contents = IntStream.range(0, 200)
                .mapToObj(i -> ("blob " + i % 50).getBytes(UTF_8))
                .toList();

        List<CompletableFuture<String>> puts = contents.stream().map(store::put).toList();

        for (int i = 0; i < contents.size(); i++) {
            assertThat(await(store.get(await(puts.get(i))))).isEqualTo(contents.get(i));
        }
    }
}
