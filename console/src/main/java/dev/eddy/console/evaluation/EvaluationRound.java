// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.evaluation;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.console.terminal.Progress;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.local.world.Instance;
import dev.eddy.local.world.Split;
import dev.eddy.local.world.WorldBank;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BooleanSupplier;

/**
 * Asks held-out questions of a run that goes on elsewhere, every mode the same ones, and collects their scores. Not
 * thread-safe.
 */
public final class EvaluationRound implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** The demo's own questions have smaller numbers; its probe's are larger. */
    private static final long FIRST_NUMBER = 500_000_000L;

    private final WorldBank world;
    private final TopicWriter writer;
    private final TopicReader reader;
    private final Codec<RewardedTrajectory> codec = Codec.of(RewardedTrajectory.class);
    private final Map<String, EvaluatedMode> waitedFor = new HashMap<>();

    public EvaluationRound(Properties client, WorldBank world) {
        this.world = world;
        this.writer = new TopicWriter(client);
        this.reader = TopicReader.fromEnd(client, Topic.REWARDED_TRAJECTORIES);
    }

    /**
     * What is asked.
     *
     * @param id unique to the round
     * @param version the policy's; pinned
     * @param questions of each mode
     */
    public record Plan(String id, String policy, long version, Split split, List<EvaluatedMode> modes, int questions) {}

    /**
     * Asks and waits; fewer come back if {@code stopped} turns true.
     *
     * @throws IllegalStateException if nothing is scored for two minutes
     */
    public Map<EvaluatedMode, List<RewardedTrajectory>> run(Plan plan, Progress progress, BooleanSupplier stopped)
            throws InterruptedException {
        Map<EvaluatedMode, List<RewardedTrajectory>> scored = new LinkedHashMap<>();
        for (EvaluatedMode mode : plan.modes()) {
            scored.put(mode, new ArrayList<>());
            for (int number = 0; number < plan.questions(); number++) {
                ask(plan, mode, number);
            }
        }
        int total = waitedFor.size();
        long lastProgress = System.nanoTime();
        while (!waitedFor.isEmpty() && !stopped.getAsBoolean()) {
            for (Incoming each : reader.poll(POLL)) {
                RewardedTrajectory one = codec.decode(each.value());
                EvaluatedMode mode = waitedFor.remove(one.getQueryId());
                if (mode != null) {
                    scored.get(mode).add(one);
                    lastProgress = System.nanoTime();
                }
            }
            progress.to(total - waitedFor.size(), "");
            if (System.nanoTime() - lastProgress > PATIENCE.toNanos()) {
                throw new IllegalStateException(waitedFor.size() + " of " + total
                        + " questions have no score, and none came for " + PATIENCE.toMinutes()
                        + " minutes. Do the serve and reward jobs run? See eddy topics tail dead-letters.");
            }
        }
        return scored;
    }

    private void ask(Plan plan, EvaluatedMode mode, int number) throws InterruptedException {
        Instance instance =
                world.instance(plan.split(), 0, FIRST_NUMBER + number).join();
        String id = plan.id() + "-" + mode + "-" + number;
        Query query = instance.query(id)
                .setAgent(plan.policy())
                .setPolicy(plan.policy())
                .setMode(mode.name())
                .setPurpose(Purpose.EVAL)
                .setDecoding(Decoding.GREEDY)
                .setPinnedVersion(plan.version())
                .setCount(mode.count())
                .setTier("local")
                .setSeed(number)
                .setSubmittedAt(System.currentTimeMillis())
                .build();
        waitedFor.put(id, mode);
        writer.write(Topic.LABELS, id, instance.label(id, query.getSubmittedAt()));
        writer.write(Topic.QUERIES, id, query);
    }

    @Override
    public void close() {
        writer.close();
        reader.close();
    }
}
