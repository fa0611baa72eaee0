// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CodecTest {
    private final Codec<Label> codec = Codec.of(Label.class);

    @Test
    void readsWhatItWrote() {
        Label label = Label.newBuilder()
                .setQueryId("q1")
                .setTargets(List.of("dax"))
                .setMetric("exact_match")
                .build();

        assertThat(codec.decode(codec.encode(label))).isEqualTo(label);
    }

    @Test
    void refusesGarbageAndTombstones() {
        assertThatThrownBy(() -> codec.decode(new byte[] {1, 2, 3}))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessageContaining("Label")
                .hasMessageContaining("3 bytes");
        assertThatThrownBy(() -> codec.decode(null)).isInstanceOf(MalformedRecordException.class);
    }

    @Test
    void refusesAnotherRecordType() {
        byte[] answer = Codec.of(PolicyControl.class)
                .encode(PolicyControl.newBuilder()
                        .setControlId("c")
                        .setPolicy("acticl")
                        .setCommand(ControlCommand.FLUSH)
                        .build());

        assertThatThrownBy(() -> codec.decode(answer)).isInstanceOf(MalformedRecordException.class);
    }
}
