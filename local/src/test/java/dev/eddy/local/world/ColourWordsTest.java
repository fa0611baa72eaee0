// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.port.Encoder;
import dev.eddy.port.EncoderContract;

class ColourWordsTest extends EncoderContract {
    @Override
    protected Encoder open() {
        return new ColourWords(true, 0);
    }
}
