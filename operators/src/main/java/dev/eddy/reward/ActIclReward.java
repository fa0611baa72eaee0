// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.agent.EffectResult;
import dev.eddy.metric.Metric;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectorySummary;
import java.util.List;
import java.util.Map;

/**
 * ActICL's reward (§3.3 of the paper; its Eq. 2 in our form): how well the committed context lets the answers be right, less
 * what context and acquisition cost:
 *
 * <pre>R = mean(answer scores) − contextCost · contextTokens / bContext − acquisitionCost · acquisitionTokens / bAcquisition</pre>
 *
 * <p>A run that commits no context gets a fixed negative reward. The tokens and the budgets are the agent's stats.
 */
final class ActIclReward implements AgentReward {
    private final ActIclRewardSettings settings;

    ActIclReward(ActIclRewardSettings settings) {
        this.settings = settings;
    }

    @Override
    public String scorer() {
        return "acticl/1";
    }

    @Override
    public Score score(TrajectorySummary trajectory, Label label, List<EffectResult> outside) {
        if (trajectory.getTermination() != Termination.ANSWERED) {
            return new Score.Scored(
                    0,
                    settings.acquisition() ? settings.failure() : 0,
                    Map.of("failure", settings.failure()),
                    List.of());
        }
        if (trajectory.getAnswers().isEmpty()) {
            return new Score.Unscorable("terminated ANSWERED but holds no answer");
        }
        Map<String, Double> stats = trajectory.getStats();
        for (String needed : List.of("contextTokens", "bContext", "acquisitionTokens", "bAcquisition")) {
            if (!stats.containsKey(needed)) {
                return new Score.Unscorable("its stats lack " + needed + "; there are " + stats.keySet());
            }
        }
        Metric metric = Metric.named(label.getMetric());
        List<Double> answers = trajectory.getAnswers().stream()
                .map(answer -> metric.score(answer, label))
                .toList();
        double task =
                answers.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double context = -settings.contextCost() * stats.get("contextTokens") / stats.get("bContext");
        double acquisition = -settings.acquisitionCost() * stats.get("acquisitionTokens") / stats.get("bAcquisition");
        return new Score.Scored(
                task,
                settings.acquisition() ? task + context + acquisition : 0,
                Map.of("context", context, "acquisition", acquisition),
                settings.answering() ? answers : List.of());
    }

    /** Finds its settings; see {@link ActIclRewardSettings}. */
    public static final class Factory implements AgentRewardFactory {
        @Override
        public String agent() {
            return "acticl";
        }

        @Override
        public AgentReward create(Map<String, String> settings) {
            return new ActIclReward(ActIclRewardSettings.of(settings));
        }
    }
}
