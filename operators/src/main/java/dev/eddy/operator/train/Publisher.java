// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyStore;
import dev.eddy.schemas.AnnouncedVersion;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings weights into the store and to the servers, one set at a time and always the newest, and tells which may be announced.
 * Weights are stored under the number that they would be announced by; where an announcement took that number first, they are
 * stored again under the next. Not thread-safe: lives in the task thread.
 */
final class Publisher {
    private static final Logger LOGGER = LoggerFactory.getLogger(Publisher.class);

    /** What had been done when weights were as they are. */
    record Done(long step, long groupsConsumed, long groupsTrained) {}

    /** Weights that are in the store. */
    record Stored(PolicyVersion version, Done done) {}

    private record Weights(byte[] bytes, String sha256, Done done) {}

    private final String policy;
    private final PolicyStore store;
    private final VersionHistory history;
    private final Mail mail;
    private final Servers servers;

    private Weights wanted;
    private Weights inTheAir;
    private Stored ready;

    /** @param servers null where whoever serves a policy reads the store */
    Publisher(String policy, PolicyStore store, VersionHistory history, Mail mail, Servers servers) {
        this.policy = policy;
        this.store = store;
        this.history = history;
        this.mail = mail;
        this.servers = servers;
    }

    /** Sees to it that these weights, or newer ones, will be stored and served. */
    void publish(byte[] weights, Done done) {
        wanted = new Weights(weights, Sha256.hex(weights), done);
        storeNext();
    }

    /** Begins with the newest weights unless others are on their way, or the servers rest from the last. */
    private void storeNext() {
        if (wanted != null && inTheAir == null && (servers == null || !servers.rest(this::storeNext))) {
            store();
        }
    }

    /**
     * Stores the weights of a checkpoint again: as the version that they were announced as, in case its file was lost, or
     * else to be announced.
     *
     * @param other true where they are not those of the newest announced version although no step was done since
     */
    void resume(byte[] weights, Done done, boolean other) {
        Optional<AnnouncedVersion> newest = history.newest();
        if (other || newest.isEmpty() || newest.get().getStep() != done.step()) {
            publish(weights, done);
        } else if (newest.get().getSha256().equals(Sha256.hex(weights))) {
            PolicyVersion version = history.find(newest.get().getVersion()).orElseThrow();
            mail.deliver(store.put(version, weights), "weights stored again", (stored, failure) -> {
                if (failure != null) {
                    throw failure;
                }
            });
        }
    }

    /** Forgets all weights so far, stored or not. */
    void discard() {
        wanted = null;
        inTheAir = null;
        ready = null;
    }

    /** The newest weights that are stored and served and not yet announced, whose number is now taken; empty where there are none. */
    Optional<Stored> take() {
        Optional<Stored> taken = Optional.ofNullable(ready);
        ready = null;
        return taken;
    }

    private void store() {
        Weights weights = wanted;
        PolicyVersion version = new PolicyVersion(policy, history.next(), weights.sha256());
        inTheAir = weights;
        mail.deliver(store.put(version, weights.bytes()), "weights stored", (stored, failure) -> {
            if (inTheAir != weights) {
                return; // discarded meanwhile
            }
            if (failure != null) {
                throw failure;
            }
            if (servers == null) {
                arrived(version, weights);
            } else {
                deploy(version, weights);
            }
        });
    }

    /** Servers that are not there are waited for: what is announced so far goes on. */
    private void deploy(PolicyVersion version, Weights weights) {
        mail.deliver(servers.deploy(version, weights.bytes()), "weights deployed", (deployed, failure) -> {
            if (inTheAir != weights) {
                return; // discarded meanwhile
            }
            if (failure == null) {
                arrived(version, weights);
            } else if (failure.status() == EffectStatus.UNAVAILABLE || failure.status() == EffectStatus.TIMEOUT) {
                LOGGER.warn("{} is not announced until it can be deployed", version, failure);
                inTheAir = null;
                storeNext();
            } else {
                throw failure;
            }
        });
    }

    private void arrived(PolicyVersion version, Weights weights) {
        inTheAir = null;
        if (version.version() == history.next()) {
            ready = new Stored(version, weights.done());
            wanted = wanted == weights ? null : wanted;
        }
        storeNext();
    }
}
