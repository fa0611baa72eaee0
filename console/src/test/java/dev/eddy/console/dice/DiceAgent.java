// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.dice;

import dev.eddy.agent.Agent;
import dev.eddy.agent.AgentFactory;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.Generation;
import dev.eddy.agent.Outcome;
import dev.eddy.agent.SegmentWriter;
import dev.eddy.agent.StateForm;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.Turn;
import dev.eddy.reward.AgentReward;
import dev.eddy.reward.AgentRewardFactory;
import dev.eddy.reward.Score;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectorySummary;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** Rolls a die until the model keeps a face, thrice at the most. Its state is its query, which counts the throws. */
record DiceAgent(Tokenizer tokenizer) implements Agent<Query>, StateForm<Query> {
    static final String NAME = "dice";
    static final String PROMPT = "The die shows ";
    static final String KEEP = "keep";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> problems(Query query) {
        return List.of();
    }

    @Override
    public Turn<Query> begin(Query query, int rollout) {
        long seed = 31 * query.getSeed() + rollout;
        return waiting(Query.newBuilder(query).setSeed(seed).setCount(0), List.of());
    }

    private Turn<Query> waiting(Query.Builder rolled, List<Step> steps) {
        return new Turn.Waiting<>(rolled.build(), pending(rolled.build()), steps);
    }

    @Override
    public Turn<Query> resume(Query state, EffectResult result) {
        String error = result instanceof EffectResult.Failed failed ? failed.error() : null;
        String said = result instanceof EffectResult.Completed done ? ((Generation) done.value()).text() : KEEP;
        List<Step> steps = List.of(new Step(result.seq(), result.seq(), said, said, "{}", error, "{}"));
        if (!said.equals(KEEP) && state.getCount() < 2) {
            return waiting(Query.newBuilder(state).setCount(state.getCount() + 1), steps);
        }
        Termination how = error == null ? Termination.ANSWERED : Termination.MODEL_INFRA;
        Map<String, Double> stats = Map.of("rolls", state.getCount() + 1.0);
        List<String> kept = List.of("" + face(state));
        return new Turn.Finished<>(new Outcome(how, false, error == null, kept, kept, error, stats), steps);
    }

    private static int face(Query state) {
        return new SplittableRandom(1_000 * state.getSeed() + state.getCount()).nextInt(1, 7);
    }

    @Override
    public List<Effect> pending(Query state) {
        int seq = state.getCount();
        var shown = new SegmentWriter(tokenizer).text(PROMPT + face(state)).segment(seq, "roll");
        return List.of(new Effect.Generate(seq, List.of(shown), 16, state.getDecoding(), RowKind.ACT, -1));
    }

    @Override
    public StateForm<Query> stateForm() {
        return this;
    }

    @Override
    public Class<? extends SpecificRecord> recordType() {
        return Query.class;
    }

    @Override
    public SpecificRecord toRecord(Query state) {
        return state;
    }

    @Override
    public Query fromRecord(SpecificRecord wire) {
        return (Query) wire;
    }

    @Override
    public String templateHash() {
        return Sha256.hex(new byte[0]);
    }

    @Override
    public TreeMap<String, String> settings(Query query) {
        return new TreeMap<>();
    }

    /** Registers the agent, and is its reward: whether a wanted face was kept, less a little for every roll. */
    public static final class Registration implements AgentFactory, AgentRewardFactory, AgentReward {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public String agent() {
            return NAME;
        }

        @Override
        public Agent<?> create(Tokenizer tokenizer, Map<String, String> settings) {
            return new DiceAgent(tokenizer);
        }

        @Override
        public AgentReward create(Map<String, String> settings) {
            return this;
        }

        @Override
        public String scorer() {
            return "dice/1";
        }

        @Override
        public Score score(TrajectorySummary trajectory, Label label, List<EffectResult> answers) {
            double right = label.getTargets().containsAll(trajectory.getAnswers()) ? 1 : 0;
            double price = 0.05 * trajectory.getStats().get("rolls");
            return new Score.Scored(right, right - price, Map.of("rolls", -price), List.of());
        }
    }
}
