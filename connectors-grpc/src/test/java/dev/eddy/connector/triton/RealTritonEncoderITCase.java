// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.port.Encoder;
import dev.eddy.port.EncoderContract;
import dev.eddy.port.RealServices;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("real-services")
class RealTritonEncoderITCase extends EncoderContract {
    @Override
    protected Encoder open() throws Exception {
        return new TritonEncoder.Factory().open(Map.of("endpoint", RealServices.up("triton"), "model", "embedding"));
    }
}
