// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.advantage.AdvantageEstimator;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue.Judgement;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectorySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * MCite-RL's reward (Section 3.3 of the paper): how well pages were found, whether the answer is right, how well the citation
 * fits the true support, and whether the last crop holds it, all behind a gate:
 *
 * <pre>R = I · (α · nDCG + β · match + γ1 · IoU(citation, gold) + γ2 · IoGT(last crop, gold))</pre>
 *
 * <p>I is 1 where the run searched, cropped, and answered with a citation, else 0. Ablations are modes of the query. In mode
 * {@code search_r1} the reward is Search-R1's, in mode {@code vrag_rl} VRAG-RL's, which needs a judge: where it fails there is
 * no reward.
 *
 * <p>Evaluations may ask a judge whether citations support their answers ({@code citationConsistency}); where it fails, that
 * figure is missing and nothing else.
 */
final class MCiteReward implements AgentReward {
    private static final String VRAG_RL = "vrag_rl";

    private final MCiteRewardSettings settings;

    MCiteReward(MCiteRewardSettings settings) {
        this.settings = settings;
    }

    @Override
    public String scorer() {
        return "mcite/1";
    }

    @Override
    public Optional<AdvantageEstimator> estimator() {
        return Optional.of(AdvantageEstimator.GRPO);
    }

    @Override
    public Set<Class<? extends Effect>> needs() {
        return settings.judgesCitations() ? Set.of(Effect.JudgeCitation.class) : Set.of();
    }

    /** VRAG-RL asks about every run that followed its pattern; an evaluation may ask about citations. */
    @Override
    public List<Effect> asks(TrajectorySummary trajectory, Label label) {
        List<Effect> asked = new ArrayList<>();
        if (trajectory.getQuery().getMode().equals(VRAG_RL) && patterned(trajectory)) {
            asked.add(new Effect.Judge(
                    asked.size(),
                    trajectory.getQuery().getText(),
                    trajectory.getAnswers().get(0),
                    label.getTargets()));
        }
        if (evaluatesCitations(trajectory) && cites(trajectory)) {
            asked.add(new Effect.JudgeCitation(
                    asked.size(),
                    trajectory.getQuery().getText(),
                    trajectory.getAnswers().get(0),
                    trajectory.getCitation()));
        }
        return asked;
    }

    private boolean evaluatesCitations(TrajectorySummary trajectory) {
        return settings.judgesCitations() && trajectory.getQuery().getPurpose() == Purpose.EVAL;
    }

    private static boolean cites(TrajectorySummary trajectory) {
        return !trajectory.getAnswers().isEmpty() && trajectory.getCitation() != null;
    }

    @Override
    public Score score(TrajectorySummary trajectory, Label label, List<EffectResult> answers) {
        MCiteMarks marks = MCiteMarks.of(trajectory, label);
        if (evaluatesCitations(trajectory)) {
            marks = consistency(trajectory, label, answers)
                    .map(marks::withConsistency)
                    .orElse(marks);
        }
        return switch (trajectory.getQuery().getMode()) {
            case "search_r1" -> searchR1(trajectory, marks);
            case VRAG_RL -> vragRl(trajectory, marks, answers);
            default -> own(marks, settings.weights().in(trajectory.getQuery().getMode()));
        };
    }

    /** Whether the citation supports the answer; an answer without one is not supported. Empty where no verdict came. */
    private Optional<Boolean> consistency(TrajectorySummary trajectory, Label label, List<EffectResult> answers) {
        if (!cites(trajectory)) {
            return Optional.of(false);
        }
        int last = asks(trajectory, label).size() - 1;
        return last < answers.size() && answers.get(last) instanceof Completed completed
                ? Optional.of(((Judgement) completed.value()).accepted())
                : Optional.empty();
    }

    private static Score own(MCiteMarks marks, MCiteWeights weights) {
        double gate = marks.followed() || !weights.gated() ? 1 : 0;
        double pages = gate * weights.pages() * marks.gain();
        double answer = gate * weights.answer() * marks.match();
        double citation = gate * weights.citation() * marks.overlap();
        double process = gate * weights.process() * marks.lastHeld();
        return scored(
                marks,
                pages + answer + citation + process,
                Map.of("pages", pages, "answer", answer, "citation", citation, "process", process));
    }

    /** 1 for a right answer; well-formed runs get the format's share of that in any case, ill-formed ones go without it. */
    private Score searchR1(TrajectorySummary trajectory, MCiteMarks marks) {
        boolean valid = trajectory.getTermination() == Termination.ANSWERED
                && trajectory.getStats().getOrDefault("invalidActions", 0.0) == 0;
        double format = valid ? settings.formatShare() : 0;
        double answer = marks.match() * (1 - settings.formatShare());
        double pages = valid && marks.match() == 0 && marks.gain() > 0 ? settings.retrievalBonus() : 0;
        return scored(marks, answer + format + pages, Map.of("answer", answer, "format", format, "pages", pages));
    }

    private static Score vragRl(TrajectorySummary trajectory, MCiteMarks marks, List<EffectResult> answers) {
        if (!patterned(trajectory)) {
            return scored(marks, 0, Map.of("answer", 0.0, "format", 0.0, "pages", 0.0));
        }
        if (answers.isEmpty()) {
            return new Score.Unscorable("mode vrag_rl needs a judge, and this job has none to ask");
        }
        if (answers.get(0) instanceof Failed failed) {
            return new Score.Unscorable("the judge gave no verdict: " + failed.status() + ": " + failed.error());
        }
        boolean accepted = ((Judgement) ((Completed) answers.get(0)).value()).accepted();
        double answer = accepted ? 0.7 : 0;
        double pages = 0.2 * marks.gain();
        return scored(marks, answer + 0.1 + pages, Map.of("answer", answer, "format", 0.1, "pages", pages));
    }

    /** VRAG-RL's pattern: a search and an answer. */
    private static boolean patterned(TrajectorySummary trajectory) {
        return trajectory.getTermination() == Termination.ANSWERED
                && !trajectory.getAnswers().isEmpty()
                && trajectory.getStats().getOrDefault("searches", 0.0) > 0;
    }

    private static Score scored(MCiteMarks marks, double total, Map<String, Double> components) {
        return new Score.Scored(marks.match(), total, components, List.of(), marks.figures(), List.of());
    }

    /** Finds its settings; see {@link MCiteRewardSettings}. */
    public static final class Factory implements AgentRewardFactory {
        @Override
        public String agent() {
            return "mcite";
        }

        @Override
        public AgentReward create(Map<String, String> settings) {
            return new MCiteReward(MCiteRewardSettings.of(settings));
        }
    }
}
