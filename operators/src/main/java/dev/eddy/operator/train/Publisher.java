// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.AnnouncedVersion;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.time.Duration;
import java.util.Optional;
import org.apache.flink.util.concurrent.ExponentialBackoffRetryStrategy;
import org.apache.flink.util.concurrent.RetryStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings weights into the store and to the servers, one set at a time and always the newest, and tells which may be announced.
 * Weights are stored under the number that they would be announced by; where an announcement took that number first, they are
 * stored again under the next. Where store or servers refuse, the newest weights are offered again and again: what is announced so
 * far goes on, and all weights lie in the trainer's state. Not thread-safe: lives in the task thread.
 */
final class Publisher {
    private static final Logger LOGGER = LoggerFactory.getLogger(Publisher.class);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final int REFUSALS_TO_GIVE_UP = 5;

    /** Between two offers to who refuses. */
    static final RetryStrategy PAUSES =
            new ExponentialBackoffRetryStrategy(Integer.MAX_VALUE, Duration.ofSeconds(1), LONGEST_PAUSE);

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
    private final TrainMetrics metrics;

    private Weights wanted;
    private Weights inTheAir;
    private Stored ready;
    private RetryStrategy pauses = PAUSES;
    private boolean pausing;
    /** What the servers did not all take at the last offer; null where they did. */
    private PolicyVersion refused;

    private int refusals;

    /** @param servers null where whoever serves a policy reads the store */
    Publisher(
            String policy,
            PolicyStore store,
            VersionHistory history,
            Mail mail,
            Servers servers,
            TrainMetrics metrics) {
        this.policy = policy;
        this.store = store;
        this.history = history;
        this.mail = mail;
        this.servers = servers;
        this.metrics = metrics;
    }

    /** Sees to it that these weights, or newer ones, will be stored and served. */
    void publish(byte[] weights, Done done) {
        wanted = new Weights(weights, Sha256.hex(weights), done);
        storeNext();
    }

    /** Begins with the newest weights unless others are on their way, or the servers rest from the last, or somebody refuses. */
    private void storeNext() {
        if (wanted != null && inTheAir == null && !pausing && (servers == null || !servers.rest(this::storeNext))) {
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
            storeAgain(version, weights, PAUSES);
        }
    }

    private void storeAgain(PolicyVersion version, byte[] weights, RetryStrategy again) {
        mail.deliver(store.put(version, weights), "weights stored again", (stored, failure) -> {
            if (failure != null) {
                metrics.storeRefused();
                LOGGER.warn("{} may be missing from the policy store, which does not take it", version, failure);
                mail.after(again.getRetryDelay(), () -> storeAgain(version, weights, again.getNextRetryStrategy()));
            }
        });
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
                metrics.storeRefused();
                LOGGER.warn("{} is not announced until the policy store takes it", version, failure);
                offerLater();
            } else if (servers == null) {
                arrived(version, weights);
            } else {
                deploy(version, weights);
            }
        });
    }

    private void deploy(PolicyVersion version, Weights weights) {
        if (refused != null && !refused.equals(version)) {
            takeBack(() -> {});
        }
        mail.deliver(servers.deploy(version, weights.bytes()), "weights deployed", (deployed, failure) -> {
            if (inTheAir != weights) {
                return; // discarded meanwhile
            }
            if (failure == null) {
                refused = null;
                refusals = 0;
                arrived(version, weights);
            } else {
                refused = version;
                if (serversRefuse(failure)) {
                    takeBack(() -> laterUnlessDiscarded(weights));
                } else {
                    offerLater();
                }
            }
        });
    }

    /**
     * Whoever feeds training waits for the next announcement, so one that is given up is not the last that is offered.
     *
     * @return whether it is given up, after refusals in a row, of it or of versions before it
     */
    private boolean serversRefuse(PortException failure) {
        metrics.serversRefused();
        boolean away = failure.status() == EffectStatus.UNAVAILABLE || failure.status() == EffectStatus.TIMEOUT;
        refusals = away ? 0 : refusals + 1;
        if (refusals < REFUSALS_TO_GIVE_UP) {
            LOGGER.warn("{} is not announced until it can be deployed", refused, failure);
            return false;
        }
        LOGGER.error(
                "{} is given up as not deployed, after {} refusals in a row: {} stays in use, and the newest weights are offered"
                        + " to the servers every {} s",
                refused,
                refusals,
                history.newest().map(newest -> "version " + newest.getVersion()).orElse("no version"),
                LONGEST_PAUSE.toSeconds(),
                failure);
        metrics.notDeployed();
        refusals = 0;
        return true;
    }

    /** Servers that did take what others refuse would be filled with what is never announced. */
    private void takeBack(Runnable then) {
        PolicyVersion version = refused;
        refused = null;
        mail.deliver(servers.retire(version), "weights taken back", (retired, failure) -> {
            if (failure != null) {
                LOGGER.warn("{} stays on some servers until they are tended", version, failure);
            }
            then.run();
        });
    }

    /** What is taken back is not offered again before it is gone: it might be announced and then go. */
    private void laterUnlessDiscarded(Weights weights) {
        if (inTheAir == weights) {
            offerLater();
        }
    }

    private void offerLater() {
        inTheAir = null;
        if (!pausing) {
            pausing = true;
            mail.after(pauses.getRetryDelay(), () -> {
                pausing = false;
                storeNext();
            });
            pauses = pauses.getNextRetryStrategy();
        }
    }

    private void arrived(PolicyVersion version, Weights weights) {
        inTheAir = null;
        pauses = PAUSES;
        if (version.version() == history.next()) {
            ready = new Stored(version, weights.done());
            wanted = wanted == weights ? null : wanted;
        }
        storeNext();
    }
}
