// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator;

import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.Topic;
import java.util.Collection;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Reads what operators under test wrote. */
public final class Letters {
    private Letters() {}

    public static List<DeadLetter> in(Collection<StreamRecord<Outgoing>> output) {
        return output == null
                ? List.of()
                : decoded(output.stream().map(StreamRecord::getValue).toList(), Topic.DEAD_LETTERS, DeadLetter.class);
    }

    public static <T extends SpecificRecord> List<T> decoded(List<Outgoing> output, Topic topic, Class<T> type) {
        Codec<T> codec = Codec.of(type);
        return output.stream()
                .filter(out -> out.topic() == topic)
                .map(out -> codec.decode(out.value()))
                .toList();
    }
}
