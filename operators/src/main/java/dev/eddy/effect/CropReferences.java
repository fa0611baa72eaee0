// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectValue.Cropped;
import dev.eddy.port.EffectRunner;
import java.util.concurrent.CompletableFuture;

/**
 * Runs all effects but crops, which it leaves unrendered: a policy that crops pages itself needs no picture of them, and
 * encoding one costs more than all else in a run. For drivers without a viewer. Thread-safe; owns the runner.
 */
public final class CropReferences implements EffectRunner {
    private final EffectRunner runner;

    public CropReferences(EffectRunner runner) {
        this.runner = runner;
    }

    @Override
    public CompletableFuture<EffectResult> run(Call call) {
        return call.effect() instanceof Effect.Crop crop
                ? CompletableFuture.completedFuture(new Completed(crop.seq(), new Cropped(null)))
                : runner.run(call);
    }

    @Override
    public void close() {
        runner.close();
    }
}
