// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.letter;

import dev.eddy.schemas.SourcePosition;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * What the headers of a record that was put back tell: {@value #FROM}, partition and offset of the record of the same topic that it
 * copies, and {@value #TIMES}, how often what it says was put back by now.
 */
public record Redriven(int partition, long offset, int times) {
    static final String FROM = "eddy.redriven-from";
    static final String TIMES = "eddy.redriven-times";

    private static final Pattern PLACE = Pattern.compile("(\\d{1,9})/(\\d{1,18})");
    private static final Pattern COUNT = Pattern.compile("\\d{1,9}");

    /** Empty for a record that stands where it was first written. */
    static Optional<Redriven> of(ConsumerRecord<byte[], byte[]> record) {
        Matcher place = PLACE.matcher(text(record, FROM));
        Matcher count = COUNT.matcher(text(record, TIMES));
        return place.matches() && count.matches()
                ? Optional.of(new Redriven(
                        Integer.parseInt(place.group(1)),
                        Long.parseLong(place.group(2)),
                        Integer.parseInt(count.group())))
                : Optional.empty();
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String header) {
        Header found = record.headers().lastHeader(header);
        return found == null || found.value() == null ? "" : new String(found.value(), StandardCharsets.UTF_8);
    }

    /** How often a record was put back. */
    static int times(ConsumerRecord<byte[], byte[]> record) {
        return of(record).map(Redriven::times).orElse(0);
    }

    SourcePosition source(String topic) {
        return new SourcePosition(topic, partition, offset);
    }

    /** The same key, value and headers once more, in the same partition. */
    public static ProducerRecord<byte[], byte[]> copy(ConsumerRecord<byte[], byte[]> record) {
        RecordHeaders headers = new RecordHeaders(record.headers());
        headers.remove(FROM).remove(TIMES);
        headers.add(FROM, bytes(record.partition() + "/" + record.offset()));
        headers.add(TIMES, bytes(Integer.toString(times(record) + 1)));
        return new ProducerRecord<>(record.topic(), record.partition(), record.key(), record.value(), headers);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
