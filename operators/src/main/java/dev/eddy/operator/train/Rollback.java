// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.port.PolicyStore;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.PolicyControl;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.util.concurrent.RetryStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the weights that a rollback goes back to, for as long as a store that cannot be reached needs; a later rollback takes the place
 * of one whose weights are still awaited. Not thread-safe: lives in the task thread.
 */
final class Rollback {
    private static final Logger LOGGER = LoggerFactory.getLogger(Rollback.class);

    private final String policy;
    private final PolicyStore store;
    private final VersionHistory history;
    private final Mail mail;
    private final TrainOutput out;
    private final TrainMetrics metrics;
    private final Ended ended;
    private PolicyControl command;

    /** Takes what a rollback came to. */
    @FunctionalInterface
    interface Ended {
        /** @param weights null where they are lost, of which a dead letter tells */
        void end(long version, byte[] weights);
    }

    Rollback(
            String policy,
            PolicyStore store,
            VersionHistory history,
            Mail mail,
            TrainOutput out,
            TrainMetrics metrics,
            Ended ended) {
        this.policy = policy;
        this.store = store;
        this.history = history;
        this.mail = mail;
        this.out = out;
        this.metrics = metrics;
        this.ended = ended;
    }

    /** What asked for the rollback that is under way; null where none is. */
    PolicyControl command() {
        return command;
    }

    boolean underWay() {
        return command != null;
    }

    /** @param next of a version that the history knows */
    void begin(PolicyControl next) {
        if (command != null) {
            out.deadLetter(
                    command.getControlId(),
                    "SUPERSEDED",
                    "rollback " + next.getControlId() + " came before the weights of version " + command.getVersion()
                            + " had been read");
        }
        command = next;
        metrics.enter(TrainMetrics.Phase.ROLLING_BACK);
        read(next, Publisher.PAUSES);
    }

    private void read(PolicyControl asked, RetryStrategy again) {
        if (command != asked) {
            return; // another came after it
        }
        CompletableFuture<byte[]> weights =
                history.find(asked.getVersion()).map(store::get).orElseThrow();
        mail.deliver(weights, "weights read", (bytes, failure) -> {
            if (command != asked) {
                return;
            }
            if (failure != null
                    && (failure.status() == EffectStatus.UNAVAILABLE || failure.status() == EffectStatus.TIMEOUT)) {
                metrics.storeRefused();
                LOGGER.warn(
                        "rollback {} of policy {} waits for the weights of version {}",
                        asked.getControlId(),
                        policy,
                        asked.getVersion(),
                        failure);
                mail.after(again.getRetryDelay(), () -> read(asked, again.getNextRetryStrategy()));
                return;
            }
            command = null;
            if (failure != null) {
                out.deadLetter(asked.getControlId(), "WEIGHTS_LOST", failure.getMessage());
            }
            ended.end(asked.getVersion(), bytes);
        });
    }
}
