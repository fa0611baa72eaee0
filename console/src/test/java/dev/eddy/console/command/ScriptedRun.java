// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.agent.Agent;
import dev.eddy.agent.Agents;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.port.EffectRunner;
import dev.eddy.rollout.InMemoryDriver;
import dev.eddy.rollout.Rollouts;
import dev.eddy.rollout.VersionSource;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Trajectory;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Runs the real agent on a query, with a model that always says the same and a bank that needs no opening. */
final class ScriptedRun implements EffectRunner {
    private static final PolicyVersion VERSION = new PolicyVersion("acticl", 5, "0".repeat(64));

    private final String answer;

    private ScriptedRun(String answer) {
        this.answer = answer;
    }

    static Trajectory of(Query query, String answer) throws InterruptedException {
        return of(query, answer, Map.of());
    }

    static Trajectory of(Query query, String answer, Map<String, String> settings) throws InterruptedException {
        return run(Agents.create(query.getAgent(), WordTokenizer.instance(), settings), query, answer);
    }

    private static <S> Trajectory run(Agent<S> agent, Query query, String answer) throws InterruptedException {
        Rollouts<S> rollouts = new Rollouts<>(agent, new ModelCard("scripted", "", 1, 1));
        RolloutRequest request = new RolloutRequest(query, 0, new SourcePosition("queries", 0, 0L));
        return new InMemoryDriver(new ScriptedRun(answer), InstantSource.system())
                .run(rollouts, request, VersionSource.only(VERSION));
    }

    @Override
    public CompletableFuture<EffectResult> run(Call call) {
        return CompletableFuture.completedFuture(
                new EffectResult.Completed(call.effect().seq(), value(call.effect())));
    }

    private EffectValue value(Effect effect) {
        if (effect instanceof Effect.InspectPictures inspect) {
            return new EffectValue.Pictures(inspect.pictures());
        } else if (effect instanceof Effect.OpenBank) {
            return new EffectValue.Bank(512, 0);
        } else if (effect instanceof Effect.Generate) {
            String said = "<answer>" + answer + "</answer>";
            int[] tokens = WordTokenizer.instance().encode(said);
            return new Generation(said, tokens, new byte[tokens.length], new float[tokens.length], VERSION, "stop");
        }
        throw new IllegalArgumentException("the script has no answer to " + effect);
    }

    @Override
    public void close() {
        // nothing is held
    }
}
