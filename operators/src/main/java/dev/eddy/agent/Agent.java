// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.Query;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * An agent as a pure state machine: it does no I/O, reads no clock and draws no unseeded random number. It says what it
 * wants as {@link Effect}s; a driver (the Flink operator, a test, the replayer) runs them and hands each completion back.
 *
 * <p>The environment belongs to the machine: what a tool call does to the state, what it costs, what is refused. What the
 * policy is shown is a function of the state, and the state never holds the truth about the query.
 *
 * <p>Implementations are immutable and thread-safe. States are immutable values.
 *
 * @param <S> the state between two completions
 */
public interface Agent<S> {
    /** The name that queries, topics and settings know it by. */
    String name();

    /**
     * Kinds of effects without which it cannot work, beside generations and those on pictures, which every job can run: a job
     * that has nothing to run one of them on does not start. Kinds that only some modes ask for are left out; where they cannot
     * be run, they fail as effects do.
     */
    default Set<Class<? extends Effect>> needs() {
        return Set.of();
    }

    /** What is wrong with a query before any effect is run, one sentence each; empty when it can begin. */
    List<String> problems(Query query);

    /**
     * The first turn of a run. The query has no {@link #problems}.
     *
     * @param rollout which of the query's rollouts, from 0: what the environment draws for one it need not draw for another
     */
    Turn<S> begin(Query query, int rollout);

    /**
     * The next turn after one effect completed; called once a completion, in any order of parallel ones. The outcome must
     * not depend on that order.
     *
     * @param result of an effect in {@link #pending}
     */
    Turn<S> resume(S state, EffectResult result);

    /** The effects that a state waits for, in order of their numbers: what a restored run issues again. */
    List<Effect> pending(S state);

    /** How the state is written into checkpoints. */
    StateForm<S> stateForm();

    /** SHA-256 of the prompt resources that the agent shows, 64 lower-case hexadecimal digits. */
    String templateHash();

    /** The settings in force for a query, as they stand on its trajectory; its factory makes the same agent from them. */
    SortedMap<String, String> settings(Query query);

    /** What it counts and writes tokens with; its prompts and its models' answers are ids of this tokenizer. */
    Tokenizer tokenizer();
}
