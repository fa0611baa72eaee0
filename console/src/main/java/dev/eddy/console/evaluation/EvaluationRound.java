// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.evaluation;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.console.terminal.Progress;
import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.local.demo.Evaluation;
import dev.eddy.local.demo.Question;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BooleanSupplier;

/** An evaluation of a run that goes on elsewhere. Not thread-safe. */
public final class EvaluationRound implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Evaluation.Plan plan;
    private final TopicWriter writer;
    private final TopicReader reader;
    private final Codec<RewardedTrajectory> codec = Codec.of(RewardedTrajectory.class);
    private final Map<String, RewardedTrajectory> scored = new HashMap<>();

    public EvaluationRound(Properties client, Evaluation.Plan plan) {
        this.plan = plan;
        this.writer = new TopicWriter(client);
        this.reader = TopicReader.fromEnd(client, Topic.REWARDED_TRAJECTORIES);
    }

    /**
     * Asks and waits; less is done when it returns if {@code stopped} turns true.
     *
     * @throws IllegalStateException if nothing is scored for two minutes
     */
    public Evaluation run(Progress progress, BooleanSupplier stopped) throws InterruptedException {
        Evaluation evaluation = new Evaluation(plan, scored::get);
        long lastProgress = System.nanoTime();
        long unreadable = 0;
        while (!evaluation.isDone() && !stopped.getAsBoolean()) {
            ask(evaluation);
            int before = scored.size();
            for (Incoming record : reader.poll(POLL)) {
                Optional<RewardedTrajectory> run = CommittedConsumer.decoded(record.value(), codec::decode);
                unreadable += run.isPresent() ? 0 : 1;
                run.filter(one -> one.getQueryId().startsWith(plan.prefix()))
                        .ifPresent(one -> scored.put(one.getRef().getTrajectoryId(), one));
            }
            progress.to(scored.size(), unreadable == 0 ? "" : unreadable + " records of others cannot be read");
            if (scored.size() > before) {
                lastProgress = System.nanoTime();
            } else if (System.nanoTime() - lastProgress > PATIENCE.toNanos()) {
                throw new IllegalStateException(plan.total() - scored.size() + " of " + plan.total()
                        + " questions have no score, and none came for " + PATIENCE.toMinutes()
                        + " minutes. Do the serve and reward jobs run? See eddy dead-letters list.");
            }
        }
        return evaluation;
    }

    private void ask(Evaluation evaluation) throws InterruptedException {
        for (Optional<Question> next = evaluation.next(); next.isPresent(); next = evaluation.next()) {
            Question question = next.get();
            String id = question.query().getQueryId();
            writer.write(Topic.LABELS, id, question.label());
            writer.write(Topic.QUERIES, id, question.query());
        }
    }

    @Override
    public void close() {
        writer.close();
        reader.close();
    }
}
