// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.port.Encoder;
import dev.eddy.port.EncoderContract;
import dev.eddy.port.RealServices;
import dev.eddy.schemas.EffectStatus;
import java.awt.Color;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A model that has pictures and texts in one space. */
@Tag("real-services")
class RealTritonColoursITCase extends EncoderContract {
    @Override
    protected Encoder open() throws Exception {
        return new TritonEncoder.Factory()
                .open(Map.of("endpoint", RealServices.up("triton"), "model", "colours", "picture-model", "colours"));
    }

    @Test
    void aPictureIsLikeTheTextThatSaysWhatItShows() throws Exception {
        try (Encoder encoder = open()) {
            List<float[]> pictures = await(encoder.pictures(List.of(square(Color.RED), square(Color.BLUE))))
                    .vectors();
            float[] text =
                    await(encoder.texts(List.of("something blue"))).vectors().get(0);

            assertThat(product(pictures.get(1), text)).isGreaterThan(0.9f);
            assertThat(product(pictures.get(0), text)).isLessThan(0.1f);
        }
    }

    @Test
    void whatIsNoPictureIsRefused() throws Exception {
        try (Encoder encoder = open()) {
            assertFails(encoder.pictures(List.of(new byte[] {1, 2, 3})), EffectStatus.REJECTED)
                    .hasMessageContaining("a picture does not decode");
        }
    }

    private static float product(float[] left, float[] right) {
        float sum = 0;
        for (int i = 0; i < left.length; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }
}
