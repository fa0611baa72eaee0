// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.Generation;
import dev.eddy.port.EffectRunner;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.Packed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Answers at once and always the same to the same call. Thread-safe. */
public final class ScriptedEffects implements EffectRunner {
    private static final CharTokenizer TOKENIZER = new CharTokenizer();

    @Override
    public CompletableFuture<EffectResult> run(Call call) {
        return CompletableFuture.completedFuture(answer(call));
    }

    public static EffectResult answer(Call call) {
        return new Completed(call.effect().seq(), value(call));
    }

    private static EffectValue value(Call call) {
        Effect effect = call.effect();
        if (effect instanceof Effect.OpenBank) {
            return new EffectValue.Bank(100, 40);
        } else if (effect instanceof Effect.InspectPictures inspect) {
            return new EffectValue.Pictures(inspect.pictures());
        } else if (effect instanceof Effect.Retrieve) {
            return new EffectValue.Hits(
                    List.of(new ChannelHits(Channel.I2I, List.of("r1", "r2", "r3"), Packed.floats(3, 2, 1))));
        } else if (effect instanceof Effect.FetchRecords fetch) {
            return new EffectValue.Records(records(fetch.records()));
        } else if (effect instanceof Effect.SampleRecords sample) {
            return new EffectValue.Records(records(List.of("r1", "r2", "r3").subList(0, Math.min(3, sample.count()))));
        }
        String text = "say " + call.seed() % 1000 + " after " + ((Effect.Generate) effect).promptTokens();
        int[] tokens = TOKENIZER.encode(text);
        byte[] mask = new byte[tokens.length];
        float[] logProbs = new float[tokens.length];
        mask[0] = 1;
        logProbs[0] = -0.5f;
        return new Generation(text, tokens, mask, logProbs, call.version(), "stop");
    }

    private static List<BankRecord> records(List<String> ids) {
        List<BankRecord> records = new ArrayList<>();
        ids.forEach(id -> records.add(new BankRecord(id, List.of(), "text of " + id, "target of " + id, "", false)));
        return records;
    }

    @Override
    public void close() {}
}
