// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.report;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.Trajectory;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** Reads the topics of a run from beginning to end and draws up its ledger. */
public final class LedgerReader {
    private LedgerReader() {}

    /**
     * Reads all topics. Meant for a run at rest: what is still under way counts as lost, unless it waits for a label.
     *
     * @param patience how long open transactions may hold the reader without progress
     */
    public static Ledger read(Properties client, Duration patience) throws TimeoutException, InterruptedException {
        LedgerBook book = new LedgerBook();
        // Dead letters first: they tell which queries were accepted.
        each(client, patience, Topic.DEAD_LETTERS, DeadLetter.class, (at, letter) -> book.deadLetter(letter));
        each(client, patience, Topic.QUERIES, Query.class, book::query, book::malformedQuery);
        each(client, patience, Topic.LABELS, Label.class, (at, label) -> book.label(label));
        each(client, patience, Topic.ANSWERS, Answer.class, (at, answer) -> book.answer(answer));
        each(client, patience, Topic.TRAJECTORIES, Trajectory.class, (at, trajectory) -> book.trajectory(trajectory));
        each(
                client,
                patience,
                Topic.REWARDED_TRAJECTORIES,
                RewardedTrajectory.class,
                (at, rewarded) -> book.rewarded(rewarded));
        each(client, patience, Topic.TRAINING_GROUPS, TrainingGroup.class, (at, group) -> book.group(group));
        each(client, patience, Topic.GROUP_RECEIPTS, GroupReceipt.class, (at, receipt) -> book.receipt(receipt));
        each(client, patience, Topic.POLICY_UPDATES, PolicyUpdate.class, (at, update) -> book.update(update));
        read(client, patience, Topic.METRICS, record -> book.metricPoint());
        return book.close();
    }

    /** A record that cannot be decoded counts for nothing: one of Eddy's own is then missing from the balance. */
    private static <T extends SpecificRecord> void each(
            Properties client, Duration patience, Topic topic, Class<T> type, Entry<T> entry)
            throws TimeoutException, InterruptedException {
        each(client, patience, topic, type, entry, malformed -> {});
    }

    private static <T extends SpecificRecord> void each(
            Properties client,
            Duration patience,
            Topic topic,
            Class<T> type,
            Entry<T> entry,
            Consumer<Incoming> malformed)
            throws TimeoutException, InterruptedException {
        Codec<T> codec = Codec.of(type);
        read(client, patience, topic, record -> {
            T value;
            try {
                value = codec.decode(record.value());
            } catch (MalformedRecordException e) {
                malformed.accept(record);
                return;
            }
            entry.add(record, value);
        });
    }

    private static void read(Properties client, Duration patience, Topic topic, Consumer<Incoming> each)
            throws TimeoutException, InterruptedException {
        try (TopicReader reader = TopicReader.fromBeginning(client, topic)) {
            reader.readToEnd(patience, each);
        }
    }

    @FunctionalInterface
    private interface Entry<T> {
        void add(Incoming at, T value);
    }
}
