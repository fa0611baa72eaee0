// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.EffectResult;
import dev.eddy.agent.ModelCard;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.Outgoing;
import dev.eddy.port.EffectRunner;
import dev.eddy.rollout.Requests;
import dev.eddy.rollout.Rollouts;
import dev.eddy.rollout.ScriptedAgent;
import dev.eddy.rollout.ScriptedEffects;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.UpdateCause;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The serve pipeline in a real cluster, on both state backends. */
@Timeout(400)
class AgentLoopITCase {
    private static final int QUERIES = 40;
    private static final int GROUP = 5;
    private static final int ROLLOUTS = QUERIES * GROUP;

    /** What the tasks of this JVM share with the test. */
    private static final AtomicInteger WAITING = new AtomicInteger();

    private static final AtomicInteger CALLS = new AtomicInteger();
    private static final AtomicBoolean BROKEN = new AtomicBoolean();
    private static final MemoryBlobs STORE = new MemoryBlobs();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"hashmap", "rocksdb"})
    void checkpointsCompleteWhileEveryLoopWaitsForAModelThatNeverAnswers(String backend) throws Exception {
        WAITING.set(0);
        StreamExecutionEnvironment flink = environment(backend);
        pipeline(endlessQueries(flink), endlessUpdates(flink), AgentLoopITCase::neverAnswers)
                .records()
                .sinkTo(new DiscardingSink<>())
                .uid("sink");
        JobClient job = flink.executeAsync("never answers");
        while (WAITING.get() < 2 * ROLLOUTS) { // two parallel effects each
            assertThat(job.getJobStatus().get()).isNotEqualTo(JobStatus.FAILED);
            TimeUnit.MILLISECONDS.sleep(10);
        }

        String savepoint = job.triggerSavepoint(folder.toUri().toString(), SavepointFormatType.CANONICAL)
                .get(100, TimeUnit.SECONDS);
        job.cancel().get(100, TimeUnit.SECONDS);

        assertThatThrownBy(() -> job.getJobExecutionResult().get(100, TimeUnit.SECONDS))
                .as("calls in the air do not hold a cancel")
                .hasRootCauseInstanceOf(JobCancellationException.class);
        assertThat(savepoint).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hashmap", "rocksdb"})
    void aTaskThatDiesInMidRunLosesNoRolloutAndRepeatsNone(String backend) throws Exception {
        CALLS.set(0);
        BROKEN.set(false);
        StreamExecutionEnvironment flink = environment(backend);
        DataStream<Outgoing> records = pipeline(queries(flink), updates(flink), AgentLoopITCase::breaksOnce)
                .records();

        List<Trajectory> ended = new ArrayList<>();
        Codec<Trajectory> codec = Codec.of(Trajectory.class);
        try (CloseableIterator<Outgoing> out = records.executeAndCollect("breaks once")) {
            out.forEachRemaining(record -> {
                assertThat(record.topic()).isEqualTo(Topic.TRAJECTORIES);
                ended.add(codec.decode(record.value()));
            });
        }

        assertThat(BROKEN).isTrue();
        assertThat(ended).extracting(Trajectory::getTermination).containsOnly(Termination.ANSWERED);
        assertThat(ended)
                .extracting(Trajectory::getTrajectoryId)
                .hasSize(ROLLOUTS)
                .doesNotHaveDuplicates();
    }

    @Test
    void aBlobStoreThatIsFullHoldsNeitherCheckpointsNorTheJob() throws Exception {
        STORE.fullFor(Integer.MAX_VALUE);
        StreamExecutionEnvironment flink = environment("hashmap");
        LoopLimits few = new LoopLimits(4, 4, Duration.ofSeconds(1), Duration.ofMinutes(1), 500, false);
        CloseableIterator<Outgoing> out = pipeline(
                        endlessQueries(flink),
                        endlessUpdates(flink),
                        () -> opened(AgentLoopITCase::answers, STORE),
                        few)
                .records()
                .filter(record -> record.topic() == Topic.TRAJECTORIES) // repeated queries are dead letters
                .uid("trajectories")
                .collectAsync();
        JobClient job = flink.executeAsync("full store");
        List<String> ended = new ArrayList<>();
        try (out) {
            while (STORE.offered() < 8) { // until all slots wait for the store
                assertThat(job.getJobStatus().get()).isNotEqualTo(JobStatus.FAILED);
                TimeUnit.MILLISECONDS.sleep(10);
            }
            for (int savepoint = 0; savepoint < 3; savepoint++) {
                job.triggerSavepoint(folder.toUri().toString(), SavepointFormatType.CANONICAL)
                        .get(100, TimeUnit.SECONDS);
            }
            STORE.fullFor(0);
            while (ended.size() < ROLLOUTS) {
                ended.add(Codec.of(Trajectory.class).decode(out.next().value()).getTrajectoryId());
            }
            assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.RUNNING);
            job.cancel().get(100, TimeUnit.SECONDS);
        }

        assertThat(ended).doesNotHaveDuplicates();
    }

    private static CompletableFuture<EffectResult> answers(EffectRunner.Call call) {
        return CompletableFuture.completedFuture(ScriptedEffects.answer(call));
    }

    private static LoopEnvironment.Opened neverAnswers() {
        return opened(call -> {
            WAITING.incrementAndGet();
            return new CompletableFuture<>();
        });
    }

    /** Answers a little later, on another thread; one call in mid-run breaks its task. */
    private static LoopEnvironment.Opened breaksOnce() {
        return opened(call -> {
            CompletableFuture<EffectResult> answer = new CompletableFuture<>();
            boolean breaks = CALLS.incrementAndGet() > 5 * ROLLOUTS && BROKEN.compareAndSet(false, true);
            CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS).execute(() -> {
                if (breaks) {
                    answer.completeExceptionally(new NoClassDefFoundError("so that the task dies"));
                } else {
                    answer.complete(ScriptedEffects.answer(call));
                }
            });
            return answer;
        });
    }

    private interface Effects extends EffectRunner {
        @Override
        default void close() {}
    }

    private static LoopEnvironment.Opened opened(Effects effects) {
        return opened(effects, new MemoryBlobs());
    }

    private static LoopEnvironment.Opened opened(Effects effects, MemoryBlobs blobs) {
        Rollouts<?> rollouts = new Rollouts<>(new ScriptedAgent(), new ModelCard("scripted-model", "", 1f, 1f));
        return new LoopEnvironment.Opened(
                Map.of(ScriptedAgent.NAME, rollouts), effects, null, blobs, List.of(), () -> {});
    }

    private static ServePipeline pipeline(
            DataStream<Incoming> queries, DataStream<Incoming> updates, LoopEnvironment environment) {
        LoopLimits ample = new LoopLimits(10_000, 10_000, Duration.ofMinutes(1), Duration.ofMinutes(1), 1 << 20, false);
        return pipeline(queries, updates, environment, ample);
    }

    private static ServePipeline pipeline(
            DataStream<Incoming> queries,
            DataStream<Incoming> updates,
            LoopEnvironment environment,
            LoopLimits limits) {
        return ServePipeline.build(
                "serve",
                queries,
                updates,
                tokenizer -> Map.of(ScriptedAgent.NAME, new ScriptedAgent()),
                environment,
                limits,
                Duration.ofHours(1));
    }

    private StreamExecutionEnvironment environment(String backend) {
        Configuration configuration = new Configuration()
                .set(StateBackendOptions.STATE_BACKEND, backend)
                .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50))
                .set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(5))
                .set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString())
                .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1)
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10))
                .set(PipelineOptions.OBJECT_REUSE, true)
                .set(PipelineOptions.GENERIC_TYPES, false);
        StreamExecutionEnvironment flink = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        flink.setParallelism(2);
        return flink;
    }

    private static DataStream<Incoming> queries(StreamExecutionEnvironment flink) {
        Incoming[] records =
                IntStream.range(0, QUERIES).mapToObj(AgentLoopITCase::query).toArray(Incoming[]::new);
        return flink.fromData(Incoming.TYPE, records).uid("queries");
    }

    /** The same queries again and again, so that the input never ends; the repeats are dropped by the fan-out. */
    private static DataStream<Incoming> endlessQueries(StreamExecutionEnvironment flink) {
        return endless(flink, "queries", index -> query(index % QUERIES));
    }

    private static Incoming query(long index) {
        Query query = Requests.query("q" + index, GROUP).build();
        return new Incoming("queries", 0, index, 0, null, Codec.of(Query.class).encode(query));
    }

    private static DataStream<Incoming> updates(StreamExecutionEnvironment flink) {
        return flink.fromData(Incoming.TYPE, update(0)).uid("policy-updates");
    }

    /** The same announcement again and again: a source that ends closes its tasks, and they decline a savepoint then. */
    private static DataStream<Incoming> endlessUpdates(StreamExecutionEnvironment flink) {
        return endless(flink, "policy-updates", index -> update(0));
    }

    private static DataStream<Incoming> endless(
            StreamExecutionEnvironment flink, String name, GeneratorFunction<Long, Incoming> records) {
        DataGeneratorSource<Incoming> source =
                new DataGeneratorSource<>(records, Long.MAX_VALUE, RateLimiterStrategy.perSecond(500), Incoming.TYPE);
        return flink.fromSource(source, WatermarkStrategy.noWatermarks(), name).uid(name);
    }

    private static Incoming update(long version) {
        PolicyUpdate update = PolicyUpdate.newBuilder()
                .setPolicy(ScriptedAgent.NAME)
                .setVersion(version)
                .setSha256(String.format("%064x", version))
                .setCause(UpdateCause.TRAINED)
                .setStep(version)
                .build();
        return new Incoming(
                "policy-updates",
                0,
                version,
                0,
                null,
                Codec.of(PolicyUpdate.class).encode(update));
    }
}
