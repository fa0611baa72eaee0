// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.Topic;
import org.junit.jupiter.api.Test;

class DeadLettersTest {
    private final DeadLetters letters = new DeadLetters("train");

    @Test
    void aLetterTellsWhereTheRecordStoodAndKeepsItsBytes() {
        Incoming record = new Incoming("training-groups", 2, 17, 5, null, new byte[] {1, 2, 3});

        Outgoing out = letters.about(record, "MALFORMED", "no group", null, 9);

        assertThat(out.topic()).isEqualTo(Topic.DEAD_LETTERS);
        assertThat(out.key()).isEqualTo("MALFORMED");
        DeadLetter letter = Codec.of(DeadLetter.class).decode(out.value());
        assertThat(letter.getJob()).isEqualTo("train");
        assertThat(letter.getSource().getTopic()).isEqualTo("training-groups");
        assertThat(letter.getSource().getPartition()).isEqualTo(2);
        assertThat(letter.getSource().getOffset()).isEqualTo(17);
        assertThat(letter.getValue().array()).containsExactly(1, 2, 3);
        assertThat(letter.getAt()).isEqualTo(9);
    }

    @Test
    void largeValuesAreCutAndTombstonesHaveNone() {
        Incoming large = new Incoming("queries", 0, 0, 0, null, new byte[100_000]);
        Incoming tombstone = new Incoming("queries", 0, 1, 0, null, null);

        assertThat(decode(letters.about(large, "MALFORMED", "", null, 0))
                        .getValue()
                        .remaining())
                .isEqualTo(65_536);
        assertThat(decode(letters.about(tombstone, "MALFORMED", "", null, 0)).getValue())
                .isNull();
    }

    private static DeadLetter decode(Outgoing out) {
        return Codec.of(DeadLetter.class).decode(out.value());
    }
}
