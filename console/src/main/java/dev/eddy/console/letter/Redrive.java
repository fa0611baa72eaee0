// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.letter;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** What would become of the records that dead letters are about, were they put back on their topics. */
public final class Redrive {
    /** Their readers know by its id what they have taken before; readers of the others count records. */
    private static final Set<String> TAKEN_AGAIN =
            EnumSet.of(Topic.QUERIES, Topic.LABELS, Topic.TRAJECTORIES, Topic.TRAINING_GROUPS, Topic.POLICY_CONTROL)
                    .stream()
                    .map(Topic::topicName)
                    .collect(Collectors.toUnmodifiableSet());

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Redrive() {}

    /** What becomes of a record. */
    public enum Fate {
        REDRIVEN("put back"),
        ALREADY("was put back before (--force does it again)"),
        TOO_OFTEN("came back as a dead letter after as many times as --max allows"),
        GONE("no longer stands on its topic"),
        NOT_TAKEN_AGAIN("is of a topic whose readers would count it twice"),
        NO_RECORD("is about no single record");

        private final String told;

        Fate(String told) {
            this.told = told;
        }

        /** For people: what happened to it. */
        public String told() {
            return told;
        }
    }

    /**
     * One record's part.
     *
     * @param letter the first about it
     * @param record as it stands on its topic; null where it does not
     */
    public record Part(DeadLetter letter, Fate fate, ConsumerRecord<byte[], byte[]> record) {}

    /**
     * What stands on the topics that letters come from.
     *
     * @param records the wanted ones, by place
     * @param redriven places of which a later record is a copy
     */
    record Standing(Map<SourcePosition, ConsumerRecord<byte[], byte[]>> records, Set<SourcePosition> redriven) {}

    /**
     * Plans with what is committed now; changes nothing. A record that several letters are about has one part.
     *
     * @param max most times that one record is put back
     * @param force whether to put back again what was put back before
     * @throws TimeoutException if transactions that others have open hide for too long whether a record was put back
     */
    public static List<Part> plan(Properties client, List<DeadLetter> letters, int max, boolean force)
            throws TimeoutException, InterruptedException {
        return plan(letters, standing(client, letters), max, force);
    }

    static List<Part> plan(List<DeadLetter> letters, Standing standing, int max, boolean force) {
        Set<SourcePosition> planned = new HashSet<>();
        List<Part> parts = new ArrayList<>();
        for (DeadLetter letter : letters) {
            SourcePosition source = letter.getSource();
            if (source == null || planned.add(source)) {
                ConsumerRecord<byte[], byte[]> record =
                        source == null ? null : standing.records().get(source);
                parts.add(new Part(letter, fate(source, record, standing, max, force), record));
            }
        }
        return parts;
    }

    private static Fate fate(
            SourcePosition source, ConsumerRecord<byte[], byte[]> record, Standing standing, int max, boolean force) {
        if (source == null) {
            return Fate.NO_RECORD;
        } else if (!TAKEN_AGAIN.contains(source.getTopic())) {
            return Fate.NOT_TAKEN_AGAIN;
        } else if (record == null) {
            return Fate.GONE;
        } else if (!force && standing.redriven().contains(source)) {
            return Fate.ALREADY;
        }
        return Redriven.times(record) >= max ? Fate.TOO_OFTEN : Fate.REDRIVEN;
    }

    /** A copy stands in the partition of its original, later: reading from the first wanted record on finds both. */
    private static Standing standing(Properties client, List<DeadLetter> letters)
            throws TimeoutException, InterruptedException {
        Standing standing = new Standing(new HashMap<>(), new HashSet<>());
        Map<TopicPartition, Long> first = new HashMap<>();
        Set<SourcePosition> wanted = new HashSet<>();
        for (DeadLetter letter : letters) {
            SourcePosition source = letter.getSource();
            if (source != null && TAKEN_AGAIN.contains(source.getTopic())) {
                wanted.add(source);
                first.merge(
                        new TopicPartition(source.getTopic(), source.getPartition()), source.getOffset(), Math::min);
            }
        }
        Topic[] topics = first.keySet().stream()
                .map(partition -> Topic.named(partition.topic()))
                .distinct()
                .toArray(Topic[]::new);
        try (TopicReader reader = TopicReader.fromBeginning(client, topics)) {
            reader.narrow(first);
            // A copy can stand behind a transaction that is still open, where a committed end would hide it.
            reader.readRecordsToEnd(PATIENCE, record -> {
                SourcePosition place = new SourcePosition(record.topic(), record.partition(), record.offset());
                if (wanted.contains(place)) {
                    standing.records().put(place, record);
                }
                Redriven.of(record).ifPresent(copied -> standing.redriven().add(copied.source(record.topic())));
            });
        }
        return standing;
    }
}
