// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.operator.Incoming;
import dev.eddy.port.PolicyDeployer;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PolicyTrainer;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.port.TrajectoryReader;
import dev.eddy.schemas.AnnouncedVersion;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.LearnerState;
import dev.eddy.schemas.PolicyControl;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.UpdateCause;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One policy that learns: takes groups, trains them batch by batch, and has a version to announce when a checkpoint comes.
 * Not thread-safe: lives in the task thread; what it waits for comes back through its {@link Mail}.
 */
final class Learner {
    private static final Logger LOGGER = LoggerFactory.getLogger(Learner.class);
    /** Announcements between two sweeps of the policy store. */
    private static final int SWEEP_EVERY = 64;

    private final String policy;
    private final TrainSettings settings;
    private final long plannedSteps;
    private final PolicyTrainer trainer;
    private final PolicyStore store;
    private final Mail mail;
    private final TrainOutput out;
    private final TrainMetrics metrics;
    private final VersionHistory history;
    private final Servers servers;
    private final Publisher publisher;
    private final GroupQueue queue;
    private final Rollback rollback;
    private final RecentIds seen = new RecentIds();
    private final StepFigures figures = new StepFigures();

    private long step;
    private long groupsConsumed;
    private long groupsTrained;
    private long oldestTrainable;
    private Long rolledBackTo;
    private boolean flushing;
    private long nextSweep;

    /** @param deployer null where whoever serves the policy reads the store */
    Learner(
            String policy,
            TrainSettings settings,
            PolicyTrainer trainer,
            PolicyStore store,
            PolicyDeployer deployer,
            TrajectoryReader reader,
            Mail mail,
            TrainOutput out,
            TrainMetrics metrics) {
        this.policy = policy;
        this.settings = settings;
        this.plannedSteps = settings.pupils().get(policy).plannedSteps();
        this.trainer = trainer;
        this.store = store;
        this.mail = mail;
        this.out = out;
        this.metrics = metrics;
        this.history = new VersionHistory(policy, settings.keepVersions());
        this.servers = deployer == null
                ? null
                : new Servers(policy, deployer, store, settings.deployment().interval(), mail);
        this.publisher = new Publisher(policy, store, history, mail, servers, metrics);
        this.queue = new GroupQueue(
                settings.batchGroups(),
                reader,
                trainer,
                mail,
                (group, reason) -> consume(group, GroupFate.REFUSED, lagOf(group), reason),
                this::advance);
        this.rollback = new Rollback(policy, store, history, mail, out, metrics, this::rolledBack);
    }

    /** Begins from nothing: what the trainer came with is version 0. */
    void begin() {
        publisher.publish(trainer.weights(), done());
    }

    /** Goes on from a checkpoint; the reads, writes and the rollback that were under way then are begun again. */
    void restore(LearnerState state, byte[] snapshot) {
        trainer.restore(snapshot);
        step = state.getStep();
        groupsConsumed = state.getGroupsConsumed();
        groupsTrained = state.getGroupsTrained();
        oldestTrainable = state.getOldestTrainable();
        rolledBackTo = state.getRolledBackTo();
        flushing = state.getFlushing();
        history.restore(state.getAnnounced(), state.getPinned());
        seen.unpack(state.getSeen());
        figures.restore(state.getUnannounced());
        publisher.resume(trainer.weights(), done(), rolledBackTo != null);
        state.getQueue().forEach(queue::add);
        if (state.getRollback() != null) {
            rollback.begin(state.getRollback());
        }
        advance();
    }

    LearnerState state() {
        return LearnerState.newBuilder()
                .setStep(step)
                .setGroupsConsumed(groupsConsumed)
                .setGroupsTrained(groupsTrained)
                .setAnnounced(history.announced())
                .setOldestTrainable(oldestTrainable)
                .setRolledBackTo(rolledBackTo)
                .setPinned(history.pinned())
                .setFlushing(flushing)
                .setRollback(rollback.command())
                .setQueue(queue.groups())
                .setUnannounced(figures.unannounced())
                .setSeen(seen.pack())
                .build();
    }

    byte[] snapshot() {
        return trainer.snapshot();
    }

    void offer(TrainingGroup group, Incoming record) {
        if (!seen.add(group.getGroupId())) {
            out.deadLetter(record, "DUPLICATE_GROUP", "this group was taken before", group.getGroupId());
            return;
        }
        long turn = step + queue.size() / settings.batchGroups();
        Optional<Admission.Refusal> refusal =
                Admission.judge(group, history, turn, oldestTrainable, settings.maxPolicyLag());
        if (refusal.isPresent()) {
            consume(
                    group,
                    refusal.get().fate(),
                    refusal.get().lag(),
                    refusal.get().reason());
            return;
        }
        queue.add(group);
        advance();
    }

    void obey(PolicyControl command, Incoming record) {
        Long version = command.getVersion();
        switch (command.getCommand()) {
            case FLUSH -> {
                flushing = true;
                advance();
            }
            case UNPIN -> history.pin(null);
            case PIN -> {
                if (known(command, record)) {
                    history.pin(version);
                }
            }
            case ROLLBACK -> {
                if (known(command, record)) {
                    rollback.begin(command);
                }
            }
        }
    }

    private boolean known(PolicyControl command, Incoming record) {
        if (command.getVersion() != null && history.find(command.getVersion()).isPresent()) {
            return true;
        }
        String asked = command.getVersion() == null ? "no version" : "version " + command.getVersion();
        out.deadLetter(
                record,
                "UNKNOWN_VERSION",
                command.getCommand() + " of policy " + policy + " names " + asked + "; there are " + history.range(),
                command.getControlId());
        return false;
    }

    private void rolledBack(long version, byte[] weights) {
        if (weights != null) {
            resetTo(version, weights);
        }
        advance();
    }

    private void resetTo(long version, byte[] weights) {
        trainer.reset(weights);
        rolledBackTo = version;
        oldestTrainable = history.next();
        figures.clear();
        String reason = "the policy was rolled back to version " + version + " before its turn";
        queue.clear().forEach(group -> consume(group, GroupFate.STALE, lagOf(group), reason));
        publisher.discard();
        publisher.publish(trainer.weights(), done());
    }

    /** Trains what is ready, as far as it goes. */
    private void advance() {
        while (!rollback.underWay()) {
            Optional<List<GroupQueue.Entry>> batch = queue.take(flushing);
            if (batch.isEmpty()) {
                break;
            }
            train(batch.get());
        }
        flushing = flushing && queue.size() > 0;
        metrics.stand(history.next() - 1, step, queue.size());
        metrics.enter(
                rollback.underWay()
                        ? TrainMetrics.Phase.ROLLING_BACK
                        : queue.reading(flushing) ? TrainMetrics.Phase.READING : TrainMetrics.Phase.WAITING_FOR_GROUPS);
    }

    private void train(List<GroupQueue.Entry> batch) {
        metrics.enter(TrainMetrics.Phase.TRAINING);
        metrics.batchWaited(batch.get(0).arrivedNanos());
        List<Sample> samples =
                batch.stream().flatMap(entry -> entry.samples().stream()).toList();
        Map<String, Double> values = new HashMap<>(trainer.step(samples, Math.min(1.0, (double) step / plannedSteps)));
        List<TrainingGroup> groups = batch.stream().map(GroupQueue.Entry::group).toList();
        values.put(
                "meanReward",
                groups.stream().mapToDouble(TrainingGroup::getMean).average().orElseThrow());
        long[] lags = groups.stream().mapToLong(this::lagOf).toArray();
        values.put("policyLag", Arrays.stream(lags).average().orElseThrow());
        values.put("batchGroups", (double) groups.size());
        step++;
        groupsTrained += groups.size();
        for (int i = 0; i < lags.length; i++) {
            consume(groups.get(i), GroupFate.TRAINED, lags[i], "");
        }
        figures.add(step, values);
        metrics.stepped(values);
        publisher.publish(trainer.weights(), done());
    }

    private void consume(TrainingGroup group, GroupFate fate, long lag, String reason) {
        groupsConsumed++;
        metrics.consumed(fate, lag);
        out.receipt(group, fate, step, lag, reason);
    }

    private Publisher.Done done() {
        return new Publisher.Done(step, groupsConsumed, groupsTrained);
    }

    private long lagOf(TrainingGroup group) {
        return step - history.stepOf(group.getPolicyVersionMin()).orElseThrow();
    }

    /**
     * Announces the newest stored weights, if there are any since the last time. For the barrier of a checkpoint. While a
     * rollback is under way nothing is announced: what there is would be of the line that it leaves.
     */
    void announce() {
        if (rollback.underWay()) {
            return;
        }
        publisher.take().ifPresent(stored -> {
            PolicyVersion version = stored.version();
            Publisher.Done done = stored.done();
            Long parent = rolledBackTo != null
                    ? rolledBackTo
                    : history.newest().map(AnnouncedVersion::getVersion).orElse(null);
            UpdateCause cause = rolledBackTo != null
                    ? UpdateCause.ROLLBACK
                    : parent == null ? UpdateCause.INITIAL : UpdateCause.TRAINED;
            out.update(PolicyUpdate.newBuilder()
                    .setPolicy(policy)
                    .setVersion(version.version())
                    .setSha256(version.sha256())
                    .setParent(parent)
                    .setCause(cause)
                    .setStep(done.step())
                    .setGroupsConsumed(done.groupsConsumed())
                    .setGroupsTrained(done.groupsTrained())
                    .setMetrics(figures.takeMeans(done.step())));
            rolledBackTo = null;
            history.announce(version, done.step());
            metrics.stand(version.version(), step, queue.size());
        });
    }

    /** Clears servers and store of what nobody will ask for, each now and then. For when a checkpoint stands. */
    void tidy() {
        if (servers != null) {
            servers.tend(history.newest(settings.deployment().versions()));
        }
        sweep();
    }

    private void sweep() {
        if (history.next() == 0 || history.next() < nextSweep) {
            return;
        }
        nextSweep = history.next() + SWEEP_EVERY;
        Function<PolicyVersion, CompletableFuture<Void>> remove = servers == null ? store::delete : servers::remove;
        mail.deliver(
                PolicySweep.sweep(store, policy, history.named(), remove), "policy store swept", (removed, failure) -> {
                    if (failure != null) {
                        LOGGER.warn(
                                "old weights of policy {} stay where they are until the next sweep", policy, failure);
                    }
                });
    }
}
