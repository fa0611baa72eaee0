// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TensorCodecTest {
    @ParameterizedTest
    @EnumSource
    void everyDatatypeComesBack(Datatype datatype) {
        switch (datatype) {
            case BOOL -> {
                boolean[] values = {true, false, true};
                assertThat(TensorCodec.booleans(TensorCodec.of("x", values, 3))).isEqualTo(values);
            }
            case INT8, UINT8 -> {
                byte[] values = {0, -1, Byte.MIN_VALUE, Byte.MAX_VALUE};
                assertThat(TensorCodec.bytes(TensorCodec.of("x", datatype, values, 2, 2)))
                        .isEqualTo(values);
            }
            case INT16, UINT16, FP16, BF16 -> {
                short[] values = {0, -1, Short.MIN_VALUE, 0x3c00};
                assertThat(TensorCodec.shorts(TensorCodec.of("x", datatype, values, 4)))
                        .isEqualTo(values);
            }
            case INT32, UINT32 -> {
                int[] values = {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE};
                assertThat(TensorCodec.ints(TensorCodec.of("x", datatype, values, 1, 4)))
                        .isEqualTo(values);
            }
            case INT64, UINT64 -> {
                long[] values = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE};
                assertThat(TensorCodec.longs(TensorCodec.of("x", datatype, values, 4)))
                        .isEqualTo(values);
            }
            case FP32 -> {
                float[] values = {0, -0f, Float.NaN, Float.NEGATIVE_INFINITY, Float.MIN_VALUE};
                assertThat(TensorCodec.floats(TensorCodec.of("x", values, 5))).isEqualTo(values);
            }
            case FP64 -> {
                double[] values = {0, -0d, Double.NaN, Double.POSITIVE_INFINITY, Math.PI};
                assertThat(TensorCodec.doubles(TensorCodec.of("x", values, 5))).isEqualTo(values);
            }
            case BYTES -> {
                List<String> values = List.of("", "Grüße, \uD83D\uDE00", "\0");
                assertThat(TensorCodec.texts(TensorCodec.of("x", values))).isEqualTo(values);
            }
        }
    }

    @Test
    void theBytesAreTheProtocols() {
        assertThat(hex(TensorCodec.of("x", new boolean[] {true, false}, 2))).isEqualTo("0100");
        assertThat(hex(TensorCodec.of("x", Datatype.UINT8, new byte[] {(byte) 200}, 1)))
                .isEqualTo("c8");
        assertThat(hex(TensorCodec.of("x", Datatype.BF16, new short[] {0x3f80}, 1)))
                .isEqualTo("803f");
        assertThat(hex(TensorCodec.of("x", Datatype.INT32, new int[] {1, -2}, 2)))
                .isEqualTo("01000000feffffff");
        assertThat(hex(TensorCodec.of("x", Datatype.UINT64, new long[] {0x0102030405060708L}, 1)))
                .isEqualTo("0807060504030201");
        assertThat(hex(TensorCodec.of("x", new float[] {1f}, 1))).isEqualTo("0000803f");
        assertThat(hex(TensorCodec.of("x", new double[] {-2d}, 1))).isEqualTo("00000000000000c0");
        assertThat(hex(TensorCodec.of("x", List.of("ab", "", "é")))).isEqualTo("02000000616200000000" + "02000000c3a9");
    }

    @Test
    void anEmptyShapeIsOneElementAndAZeroIsNone() {
        assertThat(TensorCodec.floats(TensorCodec.of("x", new float[] {7}))).containsExactly(7f);
        assertThat(TensorCodec.floats(TensorCodec.of("x", new float[0], 3, 0))).isEmpty();
        assertThat(TensorCodec.texts(TensorCodec.of("x", List.of()))).isEmpty();
    }

    @Test
    void dataThatDoNotFitTheShapeAreRefused() {
        assertThatThrownBy(() -> TensorCodec.of("x", new float[3], 2, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tensor 'x' of FP32[2, 2] takes 16 bytes, got 12");
        assertThatThrownBy(() -> TensorCodec.of("x", new float[1], -1)).hasMessageContaining("negative size");
        assertThatThrownBy(() -> TensorCodec.of("x", new float[1], 1L << 32, 1L << 32))
                .hasMessageContaining("has more than 2147483647 elements");
        assertThatThrownBy(() -> TensorCodec.of("x", new byte[2][0], 3))
                .hasMessage("tensor 'x' of BYTES has 2 elements, its shape says 3");
    }

    @Test
    void framesThatBreakOffAreRefused() {
        for (String broken : Set.of("0200", "0300000061", "ffffffff", "0000000001")) {
            ByteString data = ByteString.copyFrom(HexFormat.of().parseHex(broken));
            assertThatThrownBy(() -> new Tensor("x", Datatype.BYTES, List.of(1L), data))
                    .as(broken)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("breaks off");
        }
    }

    @Test
    void anArrayOfAnotherTypeIsRefused() {
        for (Datatype datatype : EnumSet.complementOf(EnumSet.of(Datatype.INT32, Datatype.UINT32))) {
            assertThatThrownBy(() -> TensorCodec.of("x", datatype, new int[] {1}, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith("got int[]");
        }
    }

    @Test
    void anAnswerOfAnotherTypeIsInvalid() {
        Tensor floats = TensorCodec.of("x", new float[] {1, 2}, 2);
        assertThatThrownBy(() -> TensorCodec.ints(floats))
                .isInstanceOfSatisfying(
                        PortException.class, e -> assertThat(e.status()).isEqualTo(EffectStatus.INVALID))
                .hasMessage("tensor 'x' is of FP32[2], which does not read as int[]");
        Tensor bytes = TensorCodec.of("x", new byte[][] {{(byte) 0xc3}}, 1);
        assertThatThrownBy(() -> TensorCodec.texts(bytes)).hasMessage("element 0 of tensor 'x' is no UTF-8");
    }

    private static String hex(Tensor tensor) {
        return HexFormat.of().formatHex(tensor.data().toByteArray());
    }
}
