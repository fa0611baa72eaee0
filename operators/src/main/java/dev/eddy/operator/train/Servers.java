// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyDeployer;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PortException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sees to it that servers answer for one policy's versions. Not thread-safe: lives in the task thread. */
final class Servers {
    private static final Logger LOGGER = LoggerFactory.getLogger(Servers.class);

    private final String policy;
    private final PolicyDeployer deployer;
    private final PolicyStore store;
    private final long intervalNanos;
    private final Mail mail;

    private long next = System.nanoTime();
    private boolean rests;
    private long nextTending = System.nanoTime();
    private boolean tends;
    /** Stored versions that the servers are known not to answer for. */
    private final Set<PolicyVersion> gone = new HashSet<>();

    /** @param interval least time between the beginnings of two deployments, and between two times of tending */
    Servers(String policy, PolicyDeployer deployer, PolicyStore store, Duration interval, Mail mail) {
        this.policy = policy;
        this.deployer = deployer;
        this.store = store;
        this.intervalNanos = interval.toNanos();
        this.mail = mail;
    }

    /**
     * Whether it is too early for another deployment.
     *
     * @param later what to do when it no longer is
     */
    boolean rest(Runnable later) {
        long left = next - System.nanoTime();
        if (left <= 0) {
            next = System.nanoTime() + intervalNanos;
            return false;
        }
        if (!rests) {
            rests = true;
            CompletableFuture<Void> over = new CompletableFuture<>();
            mail.deliver(
                    over.completeOnTimeout(null, left, TimeUnit.NANOSECONDS), "time to deploy", (none, failure) -> {
                        rests = false;
                        later.run();
                    });
        }
        return true;
    }

    /** Completes when they answer for this version. */
    CompletableFuture<Void> deploy(PolicyVersion version, byte[] weights) {
        return deployer.deploy(version, weights);
    }

    /** Takes a version away from the servers. */
    CompletableFuture<Void> retire(PolicyVersion version) {
        return deployer.retire(version);
    }

    /** Takes a version away from servers and store. */
    CompletableFuture<Void> remove(PolicyVersion version) {
        return deployer.retire(version).thenCompose(retired -> store.delete(version));
    }

    /**
     * Once an interval, takes away what is no longer wanted, and deploys again what a server has lost. What has a higher number than
     * all that is wanted stays, since it may be about to be announced.
     *
     * @param wanted all announced versions that may be asked for
     */
    void tend(Set<PolicyVersion> wanted) {
        if (tends || wanted.isEmpty() || System.nanoTime() - nextTending < 0) {
            return;
        }
        tends = true;
        long newest = wanted.stream().mapToLong(PolicyVersion::version).max().orElseThrow();
        mail.deliver(store.list(policy), "versions listed", (stored, failure) -> {
            gone.removeAll(wanted);
            if (failure != null) {
                tended(failure);
                return;
            }
            gone.retainAll(stored);
            List<PolicyVersion> old = stored.stream()
                    .filter(version ->
                            version.version() <= newest && !wanted.contains(version) && !gone.contains(version))
                    .toList();
            CompletableFuture<Void> tended = CompletableFuture.allOf(
                            old.stream().map(deployer::retire).toArray(CompletableFuture[]::new))
                    .thenCompose(retired -> deployAgain(wanted));
            mail.deliver(tended, "servers tended", (none, another) -> {
                if (another == null) {
                    gone.addAll(old);
                }
                tended(another);
            });
        });
    }

    private void tended(PortException failure) {
        tends = false;
        nextTending = System.nanoTime() + intervalNanos;
        if (failure != null) {
            LOGGER.warn(
                    "versions of policy {} may be missing on its servers until they are tended again", policy, failure);
        }
    }

    /** What is not served, the newest first, one at a time. */
    private CompletableFuture<Void> deployAgain(Set<PolicyVersion> wanted) {
        List<PolicyVersion> newestFirst = wanted.stream()
                .sorted(Comparator.comparingLong(PolicyVersion::version).reversed())
                .toList();
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        for (PolicyVersion version : newestFirst) {
            done = done.thenCompose(before -> deployer.serves(version))
                    .thenCompose(there -> there
                            ? CompletableFuture.completedFuture(null)
                            : store.get(version).thenCompose(bytes -> deployer.deploy(version, bytes)));
        }
        return done;
    }
}
