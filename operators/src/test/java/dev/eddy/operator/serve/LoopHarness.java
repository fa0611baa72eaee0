// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.Agent;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.ModelCard;
import dev.eddy.effect.JournaledEffectRunner;
import dev.eddy.effect.PortGuard;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.KeyText;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.reward.VirtualTime;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.rollout.RolloutId;
import dev.eddy.rollout.Rollouts;
import dev.eddy.rollout.ScriptedAgent;
import dev.eddy.rollout.ScriptedEffects;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.PolicyControl;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.UpdateCause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.groups.OperatorMetricGroup;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.StreamTaskActionExecutor;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.MailboxExecutorImpl;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;

/** One subtask of the agent loop, its effects in the test's hand; the agent is the {@link ScriptedAgent} unless another is said. */
public final class LoopHarness implements AutoCloseable {
    static final int MAX_PARALLELISM = 128;

    private final KeyedTwoInputStreamOperatorTestHarness<String, RolloutRequest, Incoming, Outgoing> flink;
    private final HeldEffects effects;
    private final MailboxExecutor mailbox;
    private final InterceptingOperatorMetricGroup metrics;
    private long checkpoint;
    private long policyTime;

    private LoopHarness(
            KeyedTwoInputStreamOperatorTestHarness<String, RolloutRequest, Incoming, Outgoing> flink,
            HeldEffects effects,
            MailboxExecutor mailbox,
            InterceptingOperatorMetricGroup metrics) {
        this.flink = flink;
        this.effects = effects;
        this.mailbox = mailbox;
        this.metrics = metrics;
    }

    static LoopHarness fresh(LoopLimits limits) throws Exception {
        return new Start(limits).open();
    }

    static LoopHarness restored(LoopLimits limits, OperatorSubtaskState state) throws Exception {
        return new Start(limits).from(state).open();
    }

    /** How a harness begins. */
    public static final class Start {
        private final LoopLimits limits;
        private StateBackend backend;
        private OperatorSubtaskState state;
        private int oldParallelism = 1;
        private int parallelism = 1;
        private int subtask;
        private EffectJournal journal;
        private MemoryBlobs blobs = new MemoryBlobs();
        private List<PortGuard> guards = List.of();
        private long time = 1_000;
        private Rollouts<?> rollouts = rollouts(new ScriptedAgent());
        private Function<Call, EffectResult> answers = ScriptedEffects::answer;

        public Start(LoopLimits limits) {
            this.limits = limits;
        }

        Start on(StateBackend chosen) {
            backend = chosen;
            return this;
        }

        /** Runs another agent, whose calls are answered so. */
        public Start running(Agent<?> agent, Function<Call, EffectResult> answered) {
            rollouts = rollouts(agent);
            answers = answered;
            return this;
        }

        private static <S> Rollouts<S> rollouts(Agent<S> agent) {
            return new Rollouts<>(agent, new ModelCard("scripted-model", "", 1f, 1f));
        }

        public Start from(OperatorSubtaskState restored) {
            state = restored;
            return this;
        }

        Start subtask(int index, int of, int before) {
            subtask = index;
            parallelism = of;
            oldParallelism = before;
            return this;
        }

        Start with(MemoryBlobs store) {
            blobs = store;
            return this;
        }

        /** Of the ports behind the answers. */
        Start guardedBy(PortGuard... ofPorts) {
            guards = List.of(ofPorts);
            return this;
        }

        Start journaledBy(EffectJournal effectJournal) {
            journal = effectJournal;
            return this;
        }

        Start at(long millis) {
            time = millis;
            return this;
        }

        public LoopHarness open() throws Exception {
            HeldEffects effects = new HeldEffects(answers);
            Map<String, Rollouts<?>> agents = Map.of(rollouts.agent().name(), rollouts);
            MemoryBlobs store = blobs;
            List<PortGuard> guarded = guards;
            JournaledEffectRunner journaled =
                    journal == null ? null : new JournaledEffectRunner(effects, journal, new VirtualTime());
            LoopEnvironment environment = () -> new LoopEnvironment.Opened(
                    agents, journaled == null ? effects : journaled, journaled, store, guarded, () -> {});
            InterceptingOperatorMetricGroup metrics = new InterceptingOperatorMetricGroup();
            AgentLoopOperator operator = new AgentLoopOperator("serve", environment, limits) {
                @Override
                public OperatorMetricGroup getMetricGroup() {
                    return metrics;
                }
            };
            KeyedTwoInputStreamOperatorTestHarness<String, RolloutRequest, Incoming, Outgoing> flink =
                    new KeyedTwoInputStreamOperatorTestHarness<>(
                            operator, RolloutId::of, null, KeyText.TYPE, MAX_PARALLELISM, parallelism, subtask);
            if (backend != null) {
                flink.setStateBackend(backend);
            }
            flink.setProcessingTime(time);
            flink.setup();
            MailboxExecutor mailbox = new MailboxExecutorImpl(
                    flink.getTaskMailbox(), TaskMailbox.MIN_PRIORITY, StreamTaskActionExecutor.IMMEDIATE);
            flink.getOperator().setMailboxExecutor(mailbox);
            if (state != null) {
                flink.initializeState(AbstractStreamOperatorTestHarness.repartitionOperatorState(
                        state, MAX_PARALLELISM, oldParallelism, parallelism, subtask));
            }
            flink.open();
            LoopHarness harness = new LoopHarness(flink, effects, mailbox, metrics);
            harness.runMails();
            return harness;
        }
    }

    public HeldEffects effects() {
        return effects;
    }

    public void ask(RolloutRequest request) throws Exception {
        flink.processElement1(new StreamRecord<>(request));
        runMails();
    }

    void announce(long version) throws Exception {
        announce(ScriptedAgent.NAME, version);
    }

    public void announce(String policy, long version) throws Exception {
        update(Codec.of(PolicyUpdate.class)
                .encode(PolicyUpdate.newBuilder()
                        .setPolicy(policy)
                        .setVersion(version)
                        .setSha256(String.format("%064x", version))
                        .setCause(UpdateCause.TRAINED)
                        .setStep(version)
                        .build()));
    }

    void order(ControlCommand command, Long version) throws Exception {
        order(command, version, ++policyTime);
    }

    /** @param timestamp of the record; announcements and orders have 1, 2 ... otherwise */
    void order(ControlCommand command, Long version, long timestamp) throws Exception {
        policy(
                "policy-control",
                Codec.of(PolicyControl.class)
                        .encode(new PolicyControl("order", ScriptedAgent.NAME, command, version, 0L)),
                timestamp);
    }

    void update(byte[] value) throws Exception {
        policy("policy-updates", value);
    }

    private void policy(String topic, byte[] value) throws Exception {
        policy(topic, value, ++policyTime);
    }

    private void policy(String topic, byte[] value, long timestamp) throws Exception {
        flink.processElement2(new StreamRecord<>(new Incoming(topic, 0, 1, timestamp, null, value)));
        runMails();
    }

    public void answer(Call call) throws Exception {
        effects.answer(call);
        runMails();
    }

    /** Answers whatever is held, first come first served, until nothing is. */
    public void answerAll() throws Exception {
        for (List<Call> held = effects.held(); !held.isEmpty(); held = effects.held()) {
            answer(held.get(0));
        }
    }

    void advanceTime(long millis) throws Exception {
        flink.advanceTime(millis);
        runMails();
    }

    void runMails() throws Exception {
        for (Optional<Mail> mail = next(); mail.isPresent(); mail = next()) {
            mail.get().run();
        }
    }

    private Optional<Mail> next() {
        return flink.getTaskMailbox().tryTake(TaskMailbox.MIN_PRIORITY);
    }

    /** Runs mails from another thread's completions while the task is blocked in an element. */
    void askBlocking(RolloutRequest request) throws Exception {
        flink.processElement1(new StreamRecord<>(request));
    }

    /** How many milliseconds an element is held before it is read; time passes while it is. */
    long timeUntilRead(RolloutRequest request) throws Exception {
        long since = flink.getProcessingTime();
        AtomicBoolean read = new AtomicBoolean();
        tick(read);
        askBlocking(request);
        read.set(true);
        long held = flink.getProcessingTime() - since;
        runMails();
        return held;
    }

    private void tick(AtomicBoolean read) {
        mailbox.execute(
                () -> {
                    if (!read.get()) {
                        flink.advanceTime(1_000);
                        tick(read);
                    }
                },
                "tick");
    }

    /** As a barrier passes. */
    void barrier() throws Exception {
        flink.prepareSnapshotPreBarrier(++checkpoint);
    }

    int gauge(String name) {
        return (Integer) ((Gauge<?>) metrics.get(name)).getValue();
    }

    long counter(String name) {
        return ((Counter) metrics.get(name)).getCount();
    }

    public OperatorSubtaskState snapshot() throws Exception {
        return flink.snapshot(++checkpoint, checkpoint);
    }

    void endInputs() throws Exception {
        flink.endInput1();
        flink.endInput2();
    }

    public List<Trajectory> trajectories() {
        return main(Topic.TRAJECTORIES, Trajectory.class);
    }

    List<DeadLetter> deadLetters() {
        return main(Topic.DEAD_LETTERS, DeadLetter.class);
    }

    List<Answer> answers() {
        Collection<StreamRecord<Outgoing>> side = flink.getSideOutput(AgentLoopOperator.ANSWERS);
        return side == null
                ? List.of()
                : side.stream()
                        .map(record ->
                                Codec.of(Answer.class).decode(record.getValue().value()))
                        .toList();
    }

    private <T extends SpecificRecord> List<T> main(Topic topic, Class<T> type) {
        Codec<T> codec = Codec.of(type);
        return flink.extractOutputValues().stream()
                .filter(record -> record.topic() == topic)
                .map(record -> codec.decode(record.value()))
                .toList();
    }

    /** Keys with anything in any keyed state, and timers. */
    public int leftInState() {
        KeyedStateBackend<String> backend = flink.getOperator().getKeyedStateBackend();
        int left = flink.numProcessingTimeTimers();
        for (String state : List.of("request", "place", "loop", "parts", "departing")) {
            try (Stream<String> keys = backend.getKeys(state, VoidNamespace.INSTANCE)) {
                left += (int) keys.count();
            }
        }
        return left;
    }

    int timers() {
        return flink.numProcessingTimeTimers();
    }

    /** The same record without what may differ between two runs of the same rollout: times, attempts, order of completion. */
    public static Trajectory timeless(Trajectory trajectory) {
        List<EffectRecord> effects = new ArrayList<>();
        for (EffectRecord effect : trajectory.getEffects()) {
            effects.add(EffectRecord.newBuilder(effect)
                    .setAttempts(1)
                    .setStartedMs(0)
                    .setLatencyMs(0)
                    .setFromJournal(false)
                    .build());
        }
        effects.sort(Comparator.comparingInt(EffectRecord::getSeq));
        return Trajectory.newBuilder(trajectory)
                .setEffects(effects)
                .setStartedAt(0)
                .setEndedAt(0)
                .setGenerationMs(0)
                .setToolMs(0)
                .setQueueMs(0)
                .setModelLatencies(List.of())
                .setToolLatencies(List.of())
                .build();
    }

    /** As a task goes down: without the end of input that the harness's own close brings. */
    @Override
    public void close() throws Exception {
        flink.getOperator().close();
        flink.getEnvironment().close();
    }
}
