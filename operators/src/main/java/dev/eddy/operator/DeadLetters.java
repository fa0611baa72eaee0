// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Topic;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.OutputTag;

/** Makes letters out of input that cannot be used. One an operator; not thread-safe. */
public final class DeadLetters {
    /** The side output of operators whose main output is something else. */
    public static final OutputTag<Outgoing> TAG = new OutputTag<>("dead-letters", Outgoing.TYPE);

    private static final int MAX_VALUE_BYTES = 64 << 10;

    private final String job;
    private final Codec<DeadLetter> codec = Codec.of(DeadLetter.class);

    /** @param job named in every letter */
    public DeadLetters(String job) {
        this.job = job;
    }

    /**
     * A letter about a record that came from a topic.
     *
     * @param reason upper-case code such as MALFORMED, also the letter's key
     * @param message what is wrong with it and what was expected
     * @param id of the thing concerned; null where the record could not be read
     * @param at epoch milliseconds
     */
    public Outgoing about(Incoming record, String reason, String message, String id, long at) {
        DeadLetter letter = DeadLetter.newBuilder()
                .setReason(reason)
                .setMessage(message)
                .setJob(job)
                .setSource(SourcePosition.newBuilder()
                        .setTopic(record.topic())
                        .setPartition(record.partition())
                        .setOffset(record.offset())
                        .build())
                .setId(id)
                .setValue(cut(record.value()))
                .setAt(at)
                .build();
        return new Outgoing(Topic.DEAD_LETTERS, reason, codec.encode(letter));
    }

    /**
     * The value of a record that came from a topic; empty where it cannot be read, and then there is a letter about it in the side
     * output.
     */
    public <T extends SpecificRecord> Optional<T> read(
            Codec<T> codec, Incoming record, ProcessFunction<?, ?>.Context context) {
        try {
            return Optional.of(codec.decode(record.value()));
        } catch (MalformedRecordException e) {
            long now = context.timerService().currentProcessingTime();
            context.output(TAG, about(record, "MALFORMED", e.getMessage(), null, now));
            return Optional.empty();
        }
    }

    /** A letter about something whose record is no longer at hand. */
    public Outgoing about(String id, String reason, String message, long at) {
        return about((SourcePosition) null, id, reason, message, at);
    }

    /** A letter about something of which only the place is known. */
    public Outgoing about(SourcePosition source, String id, String reason, String message, long at) {
        DeadLetter letter = DeadLetter.newBuilder()
                .setReason(reason)
                .setMessage(message)
                .setJob(job)
                .setSource(source)
                .setId(id)
                .setAt(at)
                .build();
        return new Outgoing(Topic.DEAD_LETTERS, reason, codec.encode(letter));
    }

    private static ByteBuffer cut(byte[] value) {
        return value == null
                ? null
                : ByteBuffer.wrap(value, 0, Math.min(value.length, MAX_VALUE_BYTES))
                        .slice();
    }
}
