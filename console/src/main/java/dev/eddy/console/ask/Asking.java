// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.ask;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.console.UserError;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Puts one question on the topic and waits for what comes of it. Not thread-safe. */
public final class Asking implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Codec<Answer> answers = Codec.of(Answer.class);
    private final Codec<Trajectory> trajectories = Codec.of(Trajectory.class);
    private final Codec<DeadLetter> letters = Codec.of(DeadLetter.class);
    private final TopicWriter writer;
    private final TopicReader replies;
    private final TopicReader runs;

    /** Begins to listen, so that nothing said after the question is missed. */
    public Asking(Properties client) {
        writer = new TopicWriter(client);
        replies = TopicReader.fromEnd(client, Topic.ANSWERS, Topic.DEAD_LETTERS);
        runs = TopicReader.fromEnd(client, Topic.TRAJECTORIES);
    }

    public void ask(Query query) throws InterruptedException {
        writer.write(Topic.QUERIES, query.getQueryId(), query);
    }

    /**
     * The first answer; empty if none came in time or {@code stopped} turned true.
     *
     * @throws UserError with the reason, if the question was refused
     */
    public Optional<Answer> answer(Query query, Duration patience, BooleanSupplier stopped) {
        return await(replies, patience, stopped, record -> {
            if (Topic.named(record.topic()) == Topic.DEAD_LETTERS) {
                refuse(query, record);
                return null;
            }
            Answer answer = isAbout(query, record) ? answers.decode(record.value()) : null;
            return answer != null && answer.getQueryId().equals(query.getQueryId()) ? answer : null;
        });
    }

    /** The finished run; it becomes visible with the serve job's checkpoint, after the answer. */
    public Optional<Trajectory> trajectory(Query query, Duration patience, BooleanSupplier stopped) {
        return await(runs, patience, stopped, record -> {
            Trajectory run = isAbout(query, record) ? trajectories.decode(record.value()) : null;
            return run != null && run.getGroupId().equals(query.getQueryId()) ? run : null;
        });
    }

    private void refuse(Query query, Incoming record) {
        DeadLetter letter;
        try {
            letter = letters.decode(record.value());
        } catch (MalformedRecordException e) {
            return; // whoever wrote that, it tells nothing of this question
        }
        if (query.getQueryId().equals(letter.getId())) {
            throw new UserError("the question was refused: " + letter.getMessage());
        }
    }

    /** Everything else of a busy topic need not be decoded: the key is the query's id. */
    private static boolean isAbout(Query query, Incoming record) {
        return record.key() != null && new String(record.key(), StandardCharsets.UTF_8).equals(query.getQueryId());
    }

    /** @param wanted null for a record that is not */
    private static <T> Optional<T> await(
            TopicReader reader, Duration patience, BooleanSupplier stopped, Function<Incoming, T> wanted) {
        long until = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < until && !stopped.getAsBoolean()) {
            Optional<T> found = reader.poll(POLL).stream()
                    .map(wanted)
                    .filter(Objects::nonNull)
                    .findFirst();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        writer.close();
        replies.close();
        runs.close();
    }
}
