// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PackedTest {
    @Test
    void readsIntsOfEveryLength() {
        int[] values = {0, 1, 127, 128, 16_383, 16_384, 2_097_152, 268_435_456, Integer.MAX_VALUE};

        assertThat(Packed.ints(Packed.ints(values))).isEqualTo(values);
        assertThat(Packed.ints(ByteBuffer.allocate(0))).isEmpty();
    }

    @Test
    void smallIdsTakeOneByte() {
        assertThat(Packed.ints(1, 2, 3).remaining()).isEqualTo(3);
    }

    @Test
    void readsFloatsBitForBit() {
        float[] values = {0f, -1.5f, Float.MIN_VALUE, -0f};

        assertThat(Packed.floats(Packed.floats(values))).containsExactly(values);
    }

    @Test
    void refusesCutOffInput() {
        assertThatThrownBy(() -> Packed.ints(ByteBuffer.wrap(new byte[] {1, (byte) 0x80})))
                .isInstanceOf(MalformedRecordException.class);
        assertThatThrownBy(() -> Packed.floats(ByteBuffer.wrap(new byte[3])))
                .isInstanceOf(MalformedRecordException.class);
        assertThatThrownBy(() -> Packed.ints(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
