// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.ask;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** Puts one question on the topic and waits for what comes of it. Not thread-safe. */
public final class Asking implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final TopicWriter writer;
    private final TopicReader answers;
    private final TopicReader trajectories;

    /** Begins to listen, so that nothing said after the question is missed. */
    public Asking(Properties client) {
        writer = new TopicWriter(client);
        answers = TopicReader.fromEnd(client, Topic.ANSWERS);
        trajectories = TopicReader.fromEnd(client, Topic.TRAJECTORIES);
    }

    public void ask(Query query) throws InterruptedException {
        writer.write(Topic.QUERIES, query.getQueryId(), query);
    }

    /** The first answer; empty if none came in time or {@code stopped} turned true. */
    public Optional<Answer> answer(Query query, Duration patience, BooleanSupplier stopped) {
        return await(answers, Answer.class, Answer::getQueryId, query, patience, stopped);
    }

    /** The finished run; it becomes visible with the serve job's checkpoint, after the answer. */
    public Optional<Trajectory> trajectory(Query query, Duration patience, BooleanSupplier stopped) {
        return await(trajectories, Trajectory.class, Trajectory::getGroupId, query, patience, stopped);
    }

    private static <T extends SpecificRecord> Optional<T> await(
            TopicReader reader,
            Class<T> type,
            Function<T, String> queryId,
            Query query,
            Duration patience,
            BooleanSupplier stopped) {
        Codec<T> codec = Codec.of(type);
        long until = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < until && !stopped.getAsBoolean()) {
            for (Incoming each : reader.poll(POLL)) {
                // Everything else of a busy topic need not be decoded: the key is the query's id.
                if (each.key() != null && new String(each.key(), StandardCharsets.UTF_8).equals(query.getQueryId())) {
                    T value = codec.decode(each.value());
                    if (queryId.apply(value).equals(query.getQueryId())) {
                        return Optional.of(value);
                    }
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        writer.close();
        answers.close();
        trajectories.close();
    }
}
