// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.Termination;
import java.util.List;
import java.util.Map;

/**
 * How a run ended.
 *
 * @param forced true where the environment ended the run in the agent's stead
 * @param trainable false where the cause was none of the policy's doing
 * @param answers in order of their index; empty where none was reached
 * @param context what the answering call was shown, in order: record ids
 * @param error why it failed; null where it did not
 * @param stats the agent's own figures, by the names of its metrics
 */
public record Outcome(
        Termination termination,
        boolean forced,
        boolean trainable,
        List<String> answers,
        List<String> context,
        String error,
        Map<String, Double> stats) {
    public Outcome {
        answers = List.copyOf(answers);
        context = List.copyOf(context);
        stats = Map.copyOf(stats);
    }
}
