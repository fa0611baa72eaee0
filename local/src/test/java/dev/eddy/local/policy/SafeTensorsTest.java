// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.local.policy.WeightsForm.Shape;
import dev.eddy.port.PortException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTensorsTest {
    private static final SafeTensors TWO =
            new SafeTensors(Map.of("made", "here"), List.of(new Shape("a", 2, 1), new Shape("b", 1)), new float[] {
                1, -0.5f, Float.MIN_VALUE
            });

    @Test
    void itIsWrittenAsTheFormatSays() {
        ByteBuffer file = ByteBuffer.wrap(TWO.write()).order(ByteOrder.LITTLE_ENDIAN);

        byte[] header = new byte[(int) file.getLong()];
        file.get(header);
        assertThat(new String(header, StandardCharsets.UTF_8)).isEqualToIgnoringWhitespace("""
                        {"__metadata__":{"made":"here"},"a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},\
                        "b":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}}""");
        assertThat(file.position() % 8).isZero();
        assertThat(file.getFloat()).isEqualTo(1);
        assertThat(file.getFloat()).isEqualTo(-0.5f);
        assertThat(file.remaining()).isEqualTo(Float.BYTES);
    }

    @Test
    void whatIsWrittenReadsBack() {
        SafeTensors read = SafeTensors.read(TWO.write());

        assertThat(read.metadata()).isEqualTo(TWO.metadata());
        assertThat(read.shapes()).isEqualTo(TWO.shapes());
        assertThat(read.values()).isEqualTo(TWO.values());
    }

    @Test
    void aFileThatBreaksOffIsInvalid() {
        byte[] file = TWO.write();
        for (int length = 0; length < file.length; length++) {
            byte[] part = Arrays.copyOf(file, length);

            assertThatThrownBy(() -> SafeTensors.read(part))
                    .isInstanceOf(PortException.class)
                    .hasMessageContaining("no weights");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{}",
                "{'a':7}",
                "{'a':{'dtype':'F16','shape':[1],'data_offsets':[0,4]}}",
                "{'a':{'dtype':'F32','shape':[1],'data_offsets':[4,8]}}",
                "{'a':{'dtype':'F32','shape':[-1],'data_offsets':[0,4]}}",
                "{'a':{'dtype':'F32','shape':[65536,65536],'data_offsets':[0,4]}}",
                "{'a':{'dtype':'F32','shape':['x'],'data_offsets':[0,4]}}",
                "{'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4]},'__metadata__':{'x':[]}}",
                "nonsense"
            })
    void aHeaderThatDoesNotFitIsInvalid(String header) {
        byte[] text = header.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        byte[] file = ByteBuffer.allocate(Long.BYTES + text.length + Float.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(text.length)
                .put(text)
                .array();

        assertThatThrownBy(() -> SafeTensors.read(file)).isInstanceOf(PortException.class);
    }
}
