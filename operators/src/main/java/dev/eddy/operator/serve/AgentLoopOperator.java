// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.PortMetrics;
import dev.eddy.rollout.RolloutId;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.PolicyControl;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Runs rollouts as stateful loops, keyed by rollout id; the second input is what is broadcast about policies: {@code policy-updates}
 * and {@code policy-control}.
 *
 * <p>No thread waits for an effect: completions come by mail to the task, which sets each one's key, advances its loop, and issues
 * what comes next; state and calls of a step go together, so that a checkpoint falls between steps and never waits for one.
 * Calls in the air follow from state: after a restore or a rescale the subtask that now owns a key issues them again, to the
 * policy version that stands beside them. Whatever is thrown in a mail fails the task.
 *
 * <p>Trajectories and dead letters leave by the main output; answers by {@link #ANSWERS}, at once.
 */
class AgentLoopOperator extends AbstractStreamOperator<Outgoing>
        implements TwoInputStreamOperator<RolloutRequest, Incoming, Outgoing>,
                BoundedMultiInput,
                Triggerable<String, VoidNamespace> {
    static final OutputTag<Outgoing> ANSWERS = new OutputTag<>("answers", Outgoing.TYPE);

    private static final long serialVersionUID = 1L;
    private static final int INPUTS = 2;
    private static final String UNKNOWN_VERSION = "UNKNOWN_VERSION";

    private final String job;
    private final LoopEnvironment environment;
    private final LoopLimits limits;

    private transient MailboxExecutor mailbox;
    private transient LoopStore store;
    private transient PolicyVersions versions;
    private transient InternalTimerService<VoidNamespace> timers;
    private transient LoopEnvironment.Opened outside;
    private transient Admission admission;
    private transient AgentLoops loops;
    private transient Entrance entrance;
    private transient LoopMetrics metrics;
    private transient Codec<PolicyUpdate> updates;
    private transient Codec<PolicyControl> commands;
    private transient DeadLetters letters;
    private transient long heldSinceBarrier;
    private transient int endedInputs;

    AgentLoopOperator(String job, LoopEnvironment environment, LoopLimits limits) {
        this.job = job;
        this.environment = environment;
        this.limits = limits;
    }

    @Override
    public void setMailboxExecutor(MailboxExecutor executor) {
        super.setMailboxExecutor(executor);
        mailbox = executor;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        store = new LoopStore(context.getKeyedStateStore());
        versions = new PolicyVersions(context.getOperatorStateStore());
    }

    @Override
    public void open() throws Exception {
        super.open();
        timers = getInternalTimerService("deadlines", VoidNamespaceSerializer.INSTANCE, this);
        updates = Codec.of(PolicyUpdate.class);
        commands = Codec.of(PolicyControl.class);
        letters = new DeadLetters(job);
        outside = environment.open();
        admission = new Admission(limits);
        metrics = new LoopMetrics(getMetricGroup(), admission, outside.journal());
        PortMetrics.register(getMetricGroup(), outside.guards());
        Task task = new Task();
        loops = new AgentLoops(task, store, versions, limits, admission, metrics, outside);
        entrance = new Entrance(
                task, store, versions, limits, admission, new AdmissionPause(outside.guards(), loops::runs), loops);
        resume();
    }

    /** Takes up what the restored state says: calls in the air, records that wait for the blob store, the queue. */
    private void resume() throws Exception {
        for (String rolloutId : LoopStore.running(getKeyedStateBackend())) {
            setCurrentKey(rolloutId);
            loops.resume(rolloutId);
        }
        for (String rolloutId : LoopStore.departing(getKeyedStateBackend())) {
            setCurrentKey(rolloutId);
            loops.resumeDeparture();
        }
        for (String rolloutId : LoopStore.waiting(getKeyedStateBackend())) {
            setCurrentKey(rolloutId);
            entrance.resume(rolloutId);
        }
        entrance.admit();
    }

    @Override
    public void processElement1(StreamRecord<RolloutRequest> element) throws Exception {
        RolloutRequest request = element.getValue();
        String rolloutId = RolloutId.of(request);
        holdWhileFull(rolloutId);
        if (store.request.value() != null || store.departing.value() != null) {
            String queryId = request.getQuery().getQueryId();
            String message = "rollout " + rolloutId + " still runs from an earlier query of this id";
            letter(letters.about(request.getSource(), queryId, "DUPLICATE_QUERY", message, now()));
            return;
        }
        entrance.arrive(request);
        entrance.admit();
    }

    /**
     * The one place where a barrier waits: at most until a loop ends, hence the bound on the loops' deadline. A slot whose record
     * the blob store does not take comes free nobody knows when, and so do all while the policy model is down; for these nothing is
     * held longer than a loop may take, between two barriers, and the queue goes past its bound after that.
     */
    private void holdWhileFull(String rolloutId) throws InterruptedException {
        long since = now();
        long until = since + limits.longest().toMillis() - heldSinceBarrier;
        if (!holds(until)) {
            return;
        }
        ScheduledFuture<?> wake = getProcessingTimeService().registerTimer(until, at -> {});
        while (holds(until)) {
            mailbox.yield();
        }
        wake.cancel(false);
        heldSinceBarrier += now() - since;
        metrics.held(now() - since);
        setCurrentKey(rolloutId); // the mails that ran have moved it
    }

    private boolean holds(long until) {
        boolean nobodyKnowsHowLong = loops.storeRefuses() || admission.paused();
        return !admission.hasRoom() && (now() < until || !nobodyKnowsHowLong);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        super.prepareSnapshotPreBarrier(checkpointId);
        heldSinceBarrier = 0;
    }

    @Override
    public void processElement2(StreamRecord<Incoming> element) throws Exception {
        Incoming record = element.getValue();
        try {
            if (record.topic().equals(Topic.POLICY_CONTROL.topicName())) {
                obey(commands.decode(record.value()), record);
            } else {
                announce(updates.decode(record.value()), record.timestamp());
            }
        } catch (MalformedRecordException e) {
            letterOnce(letters.about(record, "MALFORMED", e.getMessage(), null, now()));
        }
        entrance.admit();
    }

    private void obey(PolicyControl command, Incoming record) throws Exception {
        if (!versions.obey(command, record.timestamp())) {
            String message = unknown(command) + "which is none of those announced";
            letterOnce(letters.about(record, UNKNOWN_VERSION, message, command.getControlId(), now()));
        }
    }

    private void announce(PolicyUpdate update, long at) throws Exception {
        Optional<PolicyControl> refused = versions.announce(update, at);
        if (refused.isPresent()) {
            String message = unknown(refused.get()) + "which was announced only after the order";
            letterOnce(letters.about(refused.get().getControlId(), UNKNOWN_VERSION, message, now()));
        }
        admission.announced(update.getPolicy());
    }

    private static String unknown(PolicyControl command) {
        return command.getCommand() + " of policy " + command.getPolicy() + " names version " + command.getVersion()
                + ", ";
    }

    @Override
    public void onProcessingTime(InternalTimer<String, VoidNamespace> timer) throws Exception {
        loops.expire(timer.getKey(), timer.getTimestamp());
        entrance.expire(timer.getKey(), timer.getTimestamp());
        entrance.admit();
    }

    @Override
    public void onEventTime(InternalTimer<String, VoidNamespace> timer) {
        throw new IllegalStateException("agent loops set no event time timers");
    }

    /** About a broadcast record, which reaches all subtasks. */
    private void letterOnce(Outgoing letter) {
        if (getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0) {
            letter(letter);
        }
    }

    private void letter(Outgoing letter) {
        output.collect(new StreamRecord<>(letter));
    }

    private long now() {
        return timers.currentProcessingTime();
    }

    /**
     * Once both inputs have ended no announcement can come any more, and what runs is run to its end. Here and not in
     * {@code finish}, since by then Flink has stopped the timers that bound it.
     */
    @Override
    public void endInput(int input) throws Exception {
        endedInputs++;
        if (endedInputs < INPUTS) {
            return;
        }
        entrance.close();
        while (!admission.idle()) {
            mailbox.yield();
            entrance.close();
        }
    }

    @Override
    public void close() throws Exception {
        try (LoopEnvironment.Opened opened = outside) {
            if (loops != null) {
                loops.close();
            }
        } finally {
            super.close();
        }
    }

    /** This operator as its loops see it. After every mail whoever is next in line takes the slots that came free. */
    private final class Task implements LoopTask {
        @Override
        public void setKey(String rolloutId) {
            setCurrentKey(rolloutId);
        }

        @Override
        public long now() {
            return AgentLoopOperator.this.now();
        }

        @Override
        public void setTimer(long at) {
            timers.registerProcessingTimeTimer(VoidNamespace.INSTANCE, at);
        }

        @Override
        public void deleteTimer(long at) {
            timers.deleteProcessingTimeTimer(VoidNamespace.INSTANCE, at);
        }

        @Override
        public void mail(String what, Mail mail) {
            try {
                mailbox.execute(
                        () -> {
                            mail.run();
                            entrance.admit();
                        },
                        what);
            } catch (RejectedExecutionException e) {
                LOG.debug("The task is going down and takes no {}; state says what to do again.", what);
            }
        }

        @Override
        public void after(Duration pause, Mail mail) {
            getProcessingTimeService().registerTimer(AgentLoopOperator.this.now() + pause.toMillis(), at -> {
                mail.run();
                entrance.admit();
            });
        }

        @Override
        public void emitRecord(Outgoing record) {
            output.collect(new StreamRecord<>(record));
        }

        @Override
        public void emitAnswer(Outgoing answer) {
            output.collect(ANSWERS, new StreamRecord<>(answer));
        }
    }
}
