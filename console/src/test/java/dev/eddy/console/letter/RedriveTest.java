// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.letter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.console.letter.Redrive.Fate;
import dev.eddy.console.letter.Redrive.Part;
import dev.eddy.console.letter.Redrive.Standing;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.SourcePosition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class RedriveTest {
    private static final byte[] KEY = {7};
    private static final byte[] VALUE = {1, 2, 3};

    @Test
    void aRecordIsPutBackOnceHoweverManyLettersAreAboutIt() {
        SourcePosition place = new SourcePosition("queries", 1, 5L);

        List<Part> parts = Redrive.plan(List.of(letter(place), letter(place)), standing(record(place)), 3, false);

        assertThat(parts).extracting(Part::fate).containsExactly(Fate.REDRIVEN);
    }

    @Test
    void whatWasPutBackBeforeStaysUnlessForced() {
        SourcePosition place = new SourcePosition("queries", 1, 5L);
        Standing standing = new Standing(Map.of(place, record(place)), Set.of(place));

        assertThat(Redrive.plan(List.of(letter(place)), standing, 3, false))
                .extracting(Part::fate)
                .containsExactly(Fate.ALREADY);
        assertThat(Redrive.plan(List.of(letter(place)), standing, 3, true))
                .extracting(Part::fate)
                .containsExactly(Fate.REDRIVEN);
    }

    @Test
    void aRecordThatKeepsComingBackIsLeftEvenByForce() {
        SourcePosition place = new SourcePosition("labels", 0, 9L);
        ConsumerRecord<byte[], byte[]> poison = record(place);
        for (int time = 0; time < 3; time++) {
            poison = written(Redriven.copy(poison), 9);
        }
        Standing standing = standing(poison);

        assertThat(Redrive.plan(List.of(letter(place)), standing, 3, true))
                .extracting(Part::fate)
                .containsExactly(Fate.TOO_OFTEN);
        assertThat(Redrive.plan(List.of(letter(place)), standing, 4, false))
                .extracting(Part::fate)
                .containsExactly(Fate.REDRIVEN);
    }

    @Test
    void whatCannotBePutBackIsToldApart() {
        List<DeadLetter> letters = List.of(
                letter(null),
                letter(new SourcePosition("queries", 0, 1L)),
                letter(new SourcePosition("policy-updates", 0, 1L)));

        assertThat(Redrive.plan(letters, new Standing(Map.of(), Set.of()), 3, true))
                .extracting(Part::fate)
                .containsExactly(Fate.NO_RECORD, Fate.GONE, Fate.NOT_TAKEN_AGAIN);
    }

    @Test
    void aCopyHasTheSameBytesAndSaysWhatItCopies() {
        ConsumerRecord<byte[], byte[]> original = record(new SourcePosition("queries", 1, 5L));
        original.headers().add("traceparent", new byte[] {4});

        ProducerRecord<byte[], byte[]> first = Redriven.copy(original);
        ProducerRecord<byte[], byte[]> second = Redriven.copy(written(first, 8));

        assertThat(second.key()).isEqualTo(KEY);
        assertThat(second.value()).isEqualTo(VALUE);
        assertThat(second.partition()).isEqualTo(1);
        assertThat(second.headers().toArray())
                .extracting(header -> header.key())
                .containsExactly("traceparent", Redriven.FROM, Redriven.TIMES);
        assertThat(Redriven.of(written(first, 8))).contains(new Redriven(1, 5, 1));
        assertThat(Redriven.of(written(second, 9))).contains(new Redriven(1, 8, 2));
    }

    @Test
    void headersThatSomebodyElseWroteAreNoCopys() {
        ConsumerRecord<byte[], byte[]> odd = record(new SourcePosition("queries", 1, 5L));
        odd.headers().add(Redriven.FROM, "1/-5".getBytes()).add(Redriven.TIMES, "many".getBytes());

        assertThat(Redriven.of(odd)).isEmpty();
        assertThat(Redriven.times(odd)).isZero();
    }

    private static Standing standing(ConsumerRecord<byte[], byte[]> record) {
        SourcePosition place = new SourcePosition(record.topic(), record.partition(), record.offset());
        return new Standing(Map.of(place, record), Set.of());
    }

    private static ConsumerRecord<byte[], byte[]> record(SourcePosition place) {
        return new ConsumerRecord<>(place.getTopic(), place.getPartition(), place.getOffset(), KEY, VALUE);
    }

    private static ConsumerRecord<byte[], byte[]> written(ProducerRecord<byte[], byte[]> sent, long offset) {
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>(sent.topic(), sent.partition(), offset, sent.key(), sent.value());
        sent.headers().forEach(record.headers()::add);
        return record;
    }

    private static DeadLetter letter(SourcePosition source) {
        return DeadLetter.newBuilder()
                .setReason("MALFORMED")
                .setMessage("not a record")
                .setJob("serve")
                .setSource(source)
                .build();
    }
}
