// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.operator.Incoming;
import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.PolicyControl;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.TrajectoryRef;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.clusterframework.types.ResourceID;
import org.apache.flink.runtime.executiongraph.ExecutionGraphTestUtils;
import org.apache.flink.runtime.metrics.groups.TaskManagerMetricGroup;
import org.apache.flink.runtime.metrics.util.TestingMetricRegistry;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;

/** The train operator in Flink's harness, with words for what tests do to it. */
final class TrainHarness extends AbstractStreamOperatorTestHarness<Outgoing> {
    static final int MAX_PARALLELISM = 128;

    private final Outside outside;
    private final Map<String, Metric> metrics;
    private long nextOffset;
    private long nextCheckpoint = 1;

    private TrainHarness(Outside outside, TrainSettings settings, int parallelism, int subtask) throws Exception {
        this(outside, settings, parallelism, subtask, new ConcurrentHashMap<>());
    }

    private TrainHarness(
            Outside outside, TrainSettings settings, int parallelism, int subtask, Map<String, Metric> metrics)
            throws Exception {
        super(new TrainOperator.Factory(settings), environment(parallelism, subtask, metrics));
        this.metrics = metrics;
        this.outside = outside;
        KeySelector<Incoming, String> key = TrainOperator::policyOf;
        config.setStatePartitioner(0, key);
        config.setStatePartitioner(1, key);
        config.setStateKeySerializer(StringSerializer.INSTANCE);
        config.serializeAllConfigs();
        setup(Outgoing.TYPE.createSerializer(getExecutionConfig().getSerializerConfig()));
    }

    private static MockEnvironment environment(int parallelism, int subtask, Map<String, Metric> metrics) {
        TestingMetricRegistry registry = TestingMetricRegistry.builder()
                .setRegisterConsumer((metric, name, group) -> metrics.put(name, metric))
                .build();
        return new MockEnvironmentBuilder()
                .setMaxParallelism(MAX_PARALLELISM)
                .setParallelism(parallelism)
                .setSubtaskIndex(subtask)
                .setMetricGroup(TaskManagerMetricGroup.createTaskManagerMetricGroup(
                                registry, "localhost", ResourceID.generate())
                        .addJob(new JobID(), "train")
                        .addTask(ExecutionGraphTestUtils.createExecutionAttemptId(), "train"))
                .build();
    }

    static TrainHarness start(Outside outside, TrainSettings settings) throws Exception {
        TrainHarness harness = new TrainHarness(outside, settings, 1, 0);
        harness.open();
        harness.deliverMail();
        return harness;
    }

    static TrainHarness restore(Outside outside, TrainSettings settings, OperatorSubtaskState state) throws Exception {
        return restore(outside, settings, state, 1, 0);
    }

    static TrainHarness restore(
            Outside outside, TrainSettings settings, OperatorSubtaskState state, int parallelism, int subtask)
            throws Exception {
        TrainHarness harness = new TrainHarness(outside, settings, parallelism, subtask);
        harness.initializeState(state);
        harness.open();
        harness.deliverMail();
        return harness;
    }

    /** True where a policy's groups are sent to this subtask. */
    boolean owns(String policy) {
        TaskInfo task = getEnvironment().getTaskInfo();
        return KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        policy, MAX_PARALLELISM, task.getNumberOfParallelSubtasks())
                == task.getIndexOfThisSubtask();
    }

    /** Offers a group whose trajectories can be read. */
    void train(TrainingGroup group) throws Exception {
        for (int i = 0; i < group.getMembers().size(); i++) {
            TrajectoryRef ref = group.getMembers().get(i).getRef();
            outside.reader.trajectories.put(
                    ref,
                    Groups.trajectory(group.getPolicy(), group.getGroupId(), i).build());
        }
        offer(group);
    }

    void offer(TrainingGroup group) throws Exception {
        offer(group.getPolicy(), Codec.of(TrainingGroup.class).encode(group));
    }

    void offer(String key, byte[] value) throws Exception {
        StreamRecord<Incoming> record = record(Topic.TRAINING_GROUPS, key, value);
        operator().setKeyContextElement1(record);
        operator().processElement1(record);
        deliverMail();
    }

    void command(ControlCommand command, String policy, Long version) throws Exception {
        byte[] value = Codec.of(PolicyControl.class)
                .encode(PolicyControl.newBuilder()
                        .setControlId("control-" + nextOffset)
                        .setPolicy(policy)
                        .setCommand(command)
                        .setVersion(version)
                        .build());
        StreamRecord<Incoming> record = record(Topic.POLICY_CONTROL, policy, value);
        operator().setKeyContextElement2(record);
        operator().processElement2(record);
        deliverMail();
    }

    /** A whole checkpoint: pre-barrier, snapshot, completion. */
    OperatorSubtaskState checkpoint() throws Exception {
        long id = nextCheckpoint++;
        prepareSnapshotPreBarrier(id);
        OperatorSubtaskState state = snapshot(id, id);
        notifyOfCompletedCheckpoint(id);
        deliverMail();
        return state;
    }

    /** Lets time pass, timers fire and what they begin come back. */
    void pass(Duration time) throws Exception {
        advanceTime(time.toMillis());
        deliverMail();
    }

    /** Of the one policy that learns. */
    long counter(String name) {
        return ((Counter) metrics.get(name)).getCount();
    }

    void deliverMail() throws Exception {
        for (Optional<Mail> mail = take(); mail.isPresent(); mail = take()) {
            mail.get().run();
        }
    }

    private Optional<Mail> take() {
        return getTaskMailbox().tryTake(TaskMailbox.MIN_PRIORITY);
    }

    List<GroupReceipt> receipts() {
        return said(Topic.GROUP_RECEIPTS, GroupReceipt.class);
    }

    List<PolicyUpdate> updates() {
        return said(Topic.POLICY_UPDATES, PolicyUpdate.class);
    }

    /** The newest update of a policy; fails where there is none. */
    PolicyUpdate newest(String policy) {
        List<PolicyUpdate> updates = updates().stream()
                .filter(update -> update.getPolicy().equals(policy))
                .toList();
        assertThat(updates).isNotEmpty();
        return updates.get(updates.size() - 1);
    }

    List<DeadLetter> deadLetters() {
        return said(Topic.DEAD_LETTERS, DeadLetter.class);
    }

    private <T extends SpecificRecord> List<T> said(Topic topic, Class<T> type) {
        Codec<T> codec = Codec.of(type);
        return extractOutputValues().stream()
                .filter(out -> out.topic() == topic)
                .map(out -> codec.decode(out.value()))
                .toList();
    }

    private StreamRecord<Incoming> record(Topic topic, String key, byte[] value) {
        byte[] keyBytes = key == null ? null : key.getBytes(UTF_8);
        return new StreamRecord<>(new Incoming(topic.topicName(), 0, nextOffset++, 0, keyBytes, value));
    }

    private TwoInputStreamOperator<Incoming, Incoming, Outgoing> operator() {
        return (TrainOperator) operator;
    }
}
