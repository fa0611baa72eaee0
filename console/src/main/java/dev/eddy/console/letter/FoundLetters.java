// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.letter;

import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Predicate;

/**
 * The dead letters that stand on their topic and are wanted, oldest first.
 *
 * @param unreadable records of the topic that are no letters
 */
public record FoundLetters(List<DeadLetter> letters, long unreadable) {
    public static FoundLetters read(Properties client, Predicate<DeadLetter> wanted) {
        Codec<DeadLetter> codec = Codec.of(DeadLetter.class);
        List<DeadLetter> letters = new ArrayList<>();
        long[] unreadable = {0};
        CommittedConsumer.readAll(client, Topic.DEAD_LETTERS, record -> {
            try {
                DeadLetter letter = codec.decode(record.value());
                if (wanted.test(letter)) {
                    letters.add(letter);
                }
            } catch (MalformedRecordException e) {
                unreadable[0]++; // told at the end of the list
            }
        });
        return new FoundLetters(letters, unreadable[0]);
    }
}
