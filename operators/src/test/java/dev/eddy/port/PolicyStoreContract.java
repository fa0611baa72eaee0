// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link PolicyStore} does. */
public abstract class PolicyStoreContract {
    private PolicyStore store;

    /** Opens the store; a second call opens the same content again. */
    protected abstract PolicyStore open() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void storedWeightsAreFoundByVersionAndHash() throws Exception {
        byte[] weights = "weights".getBytes(UTF_8);
        PolicyVersion version = version("svrl.mmsearch_r1", 3, weights);
        await(store.put(version, weights));
        store.close();
        store = open();

        assertThat(await(store.get(version))).isEqualTo(weights);
    }

    @Test
    void storingTheSameAgainIsHarmless() {
        byte[] weights = "weights".getBytes(UTF_8);
        PolicyVersion version = version("acticl", 0, weights);
        await(store.put(version, weights));
        await(store.put(version, weights.clone()));

        assertThat(await(store.list("acticl"))).containsExactly(version);
    }

    @Test
    void weightsThatAreNotThoseOfTheHashAreInvalid() {
        PolicyVersion version = version("acticl", 1, "these".getBytes(UTF_8));

        assertFails(store.put(version, "those".getBytes(UTF_8)), EffectStatus.INVALID);
        assertThat(await(store.list("acticl"))).isEmpty();
    }

    @Test
    void aVersionThatIsNotThereIsRejected() {
        byte[] weights = "weights".getBytes(UTF_8);
        await(store.put(version("acticl", 1, weights), weights));

        assertFails(store.get(version("acticl", 2, weights)), EffectStatus.REJECTED);
        assertFails(store.get(version("acticl", 1, "other".getBytes(UTF_8))), EffectStatus.REJECTED);
    }

    @Test
    void aNameThatIsNoPolicyIsRejected() {
        byte[] weights = "weights".getBytes(UTF_8);

        for (String name : new String[] {"", "..", "a/b", "../acticl", ".hidden"}) {
            assertFails(store.put(version(name, 0, weights), weights), EffectStatus.REJECTED);
            assertFails(store.list(name), EffectStatus.REJECTED);
        }
    }

    @Test
    void aPolicysVersionsAreListedByNumber() {
        byte[] early = "early".getBytes(UTF_8);
        byte[] late = "late".getBytes(UTF_8);
        await(store.put(version("acticl", 10, late), late));
        await(store.put(version("acticl", 9, early), early));
        await(store.put(version("svrl", 1, late), late));

        assertThat(await(store.list("acticl")))
                .containsExactly(version("acticl", 9, early), version("acticl", 10, late));
        assertThat(await(store.list("mcite"))).isEmpty();
    }

    @Test
    void aRemovedVersionIsGoneAndRemovingItTwiceIsHarmless() {
        byte[] weights = "weights".getBytes(UTF_8);
        PolicyVersion version = version("acticl", 4, weights);
        await(store.put(version, weights));
        await(store.delete(version));
        await(store.delete(version));

        assertThat(await(store.list("acticl"))).isEmpty();
        assertFails(store.get(version), EffectStatus.REJECTED);
    }

    private static PolicyVersion version(String policy, long number, byte[] weights) {
        return new PolicyVersion(policy, number, Sha256.hex(weights));
    }
}
