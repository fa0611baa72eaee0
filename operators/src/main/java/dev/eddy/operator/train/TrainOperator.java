// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.eddy.operator.Incoming;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.WireType;
import dev.eddy.port.PolicyDeployer;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PolicyTrainer;
import dev.eddy.port.PortException;
import dev.eddy.port.Ports;
import dev.eddy.port.TrajectoryReader;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.LearnerState;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.PolicyControl;
import dev.eddy.schemas.TrainingGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The online trainer: training groups and control commands in, receipts, policy updates and dead letters out. Both inputs are
 * keyed by policy, so each policy has one writer. Weights, optimiser and everything else that training depends on are state:
 * a checkpoint is a trainer checkpoint, and a restored trainer goes on as if nothing had happened.
 *
 * <p>A version is announced ahead of a checkpoint's barrier, at most one a policy and checkpoint, and only once its weights
 * are stored. Receipts and updates leave by the one output: sent to one transactional sink, a version becomes visible
 * together with the checkpoint that holds it. Nothing here waits: reading and storing complete by mail; only the optimiser
 * step itself is computed in the task thread.
 *
 * <p>State is bounded without a time to live: one entry a configured policy, in which the queue is limited by the allowed lag,
 * the versions by {@code train.keep-versions} and the memory of group ids by a constant.
 */
public final class TrainOperator extends AbstractStreamOperator<Outgoing>
        implements TwoInputStreamOperator<Incoming, Incoming, Outgoing> {
    private static final long serialVersionUID = 1L;
    private static final Logger LOGGER = LoggerFactory.getLogger(TrainOperator.class);

    private final TrainSettings settings;
    private final transient MailboxExecutor mailbox;
    private final transient Codec<TrainingGroup> groups = Codec.of(TrainingGroup.class);
    private final transient Codec<PolicyControl> commands = Codec.of(PolicyControl.class);
    private final transient TrainOutput out;
    private final transient Map<String, Learner> learners = new TreeMap<>();
    private final transient Deque<AutoCloseable> resources = new ArrayDeque<>();
    private transient ValueState<LearnerState> learnerState;
    private transient ValueState<byte[]> trainerState;

    private TrainOperator(StreamOperatorParameters<Outgoing> parameters, TrainSettings settings) {
        super(parameters);
        this.settings = settings;
        this.mailbox = parameters.getMailboxExecutor();
        this.out = new TrainOutput(
                record -> output.collect(new StreamRecord<>(record)),
                () -> getProcessingTimeService().getCurrentProcessingTime());
    }

    /** The key of both inputs: the record's key as text, which for both topics is the policy's name. */
    public static String policyOf(Incoming record) {
        return record.key() == null ? "" : new String(record.key(), UTF_8);
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        learnerState = context.getKeyedStateStore()
                .getState(new ValueStateDescriptor<>("learner", WireType.of(LearnerState.class)));
        trainerState = context.getKeyedStateStore()
                .getState(new ValueStateDescriptor<>("trainer", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
    }

    @Override
    public void open() throws Exception {
        super.open();
        Ports.Lease<PolicyStore> store = settings.policyStore().lease(PolicyStore.class);
        resources.push(store);
        Ports.Lease<TrajectoryReader> reader = settings.trajectoryReader().lease(TrajectoryReader.class);
        resources.push(reader);
        PolicyDeployer deployer = deployer();
        for (String policy : settings.pupils().keySet()) {
            if (isMine(policy)) {
                PolicyTrainer trainer = settings.pupils().get(policy).trainer().open(PolicyTrainer.class);
                resources.push(trainer);
                Learner learner = new Learner(
                        policy,
                        settings,
                        trainer,
                        store.get(),
                        deployer,
                        reader.get(),
                        new TaskMail(),
                        out,
                        new TrainMetrics(getMetricGroup(), policy));
                learners.put(policy, learner);
                setCurrentKey(policy);
                LearnerState saved = learnerState.value();
                if (saved == null) {
                    learner.begin();
                } else {
                    learner.restore(saved, trainerState.value());
                }
            }
        }
    }

    /** Null where there is none. */
    private PolicyDeployer deployer() throws IOException {
        if (settings.deployment() == null) {
            return null;
        }
        Ports.Lease<PolicyDeployer> lease = settings.deployment().deployer().lease(PolicyDeployer.class);
        resources.push(lease);
        return lease.get();
    }

    private boolean isMine(String policy) {
        TaskInfo task = getRuntimeContext().getTaskInfo();
        return task.getIndexOfThisSubtask()
                == KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        policy, task.getMaxNumberOfParallelSubtasks(), task.getNumberOfParallelSubtasks());
    }

    /** A training group. */
    @Override
    public void processElement1(StreamRecord<Incoming> element) {
        Incoming record = element.getValue();
        decode(groups, record)
                .ifPresent(group -> learner(group.getPolicy(), record, group.getGroupId())
                        .ifPresent(learner -> learner.offer(group, record)));
    }

    /** A control command. */
    @Override
    public void processElement2(StreamRecord<Incoming> element) {
        Incoming record = element.getValue();
        decode(commands, record)
                .ifPresent(command -> learner(command.getPolicy(), record, command.getControlId())
                        .ifPresent(learner -> learner.obey(command, record)));
    }

    private <T extends SpecificRecord> Optional<T> decode(Codec<T> codec, Incoming record) {
        try {
            return Optional.of(codec.decode(record.value()));
        } catch (MalformedRecordException e) {
            out.deadLetter(record, "MALFORMED", e.getMessage(), null);
            return Optional.empty();
        }
    }

    /** Whoever learns what the record is about; where nobody does, the record becomes a dead letter. */
    private Optional<Learner> learner(String policy, Incoming record, String id) {
        String key = policyOf(record);
        if (!policy.equals(key)) {
            out.deadLetter(record, "WRONG_KEY", "its key is '" + key + "' but it is about policy '" + policy + "'", id);
            return Optional.empty();
        }
        Optional<Learner> learner = Optional.ofNullable(learners.get(policy));
        if (learner.isEmpty()) {
            out.deadLetter(
                    record,
                    "UNKNOWN_POLICY",
                    "policy '" + policy + "' does not learn here; these do: "
                            + settings.pupils().keySet(),
                    id);
        }
        return learner;
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) {
        learners.values().forEach(Learner::announce);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        for (Map.Entry<String, Learner> entry : learners.entrySet()) {
            setCurrentKey(entry.getKey());
            learnerState.update(entry.getValue().state());
            trainerState.update(entry.getValue().snapshot());
        }
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        learners.values().forEach(Learner::tidy);
    }

    private final class TaskMail implements Mail {
        @Override
        public <T> void deliver(CompletableFuture<T> future, String about, Receiver<T> receiver) {
            future.whenComplete((value, failure) -> {
                try {
                    mailbox.execute(() -> receiver.receive(value, portFailure(failure)), about);
                } catch (RejectedExecutionException e) {
                    LOGGER.debug("the task ended before its {}", about);
                }
            });
        }

        @Override
        public void after(Duration pause, Runnable work) {
            long now = getProcessingTimeService().getCurrentProcessingTime();
            getProcessingTimeService().registerTimer(now + pause.toMillis(), at -> work.run());
        }
    }

    private static PortException portFailure(Throwable failure) throws Exception {
        if (failure == null) {
            return null;
        }
        Throwable cause = ExceptionUtils.stripCompletionException(failure);
        if (cause instanceof PortException typed) {
            return typed;
        }
        if (cause instanceof MalformedRecordException) {
            return new PortException(EffectStatus.INVALID, cause.getMessage(), cause);
        }
        throw new IllegalStateException("a port failed with what is no PortException", cause);
    }

    @Override
    public void close() throws Exception {
        try {
            IOUtils.closeAll(resources);
        } finally {
            super.close();
        }
    }

    /** Makes the operator; what travels with the job graph. Ports are opened in the task. */
    public static final class Factory extends AbstractStreamOperatorFactory<Outgoing>
            implements TwoInputStreamOperatorFactory<Incoming, Incoming, Outgoing> {
        private static final long serialVersionUID = 1L;

        private final TrainSettings settings;

        public Factory(TrainSettings settings) {
            this.settings = settings;
        }

        @Override
        @SuppressWarnings("unchecked") // Flink asks for the type that getStreamOperatorClass names
        public <T extends StreamOperator<Outgoing>> T createStreamOperator(
                StreamOperatorParameters<Outgoing> parameters) {
            return (T) new TrainOperator(parameters, settings);
        }

        @Override
        @SuppressWarnings("rawtypes") // Flink's signature
        public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
            return TrainOperator.class;
        }
    }
}
