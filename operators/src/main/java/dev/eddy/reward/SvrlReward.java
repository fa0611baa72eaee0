// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.advantage.AdvantageEstimator;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue.Judgement;
import dev.eddy.agent.EffectValue.Verdicts;
import dev.eddy.metric.Metric;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.SearchUse;
import dev.eddy.schemas.TrajectorySummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * SVRL's reward (Section 3 of the paper): a right answer, times four factors that ask whether the search was needed, how many
 * queries were proposed, how many of them are useful, and how far the model's verdicts on what it was shown agree with a
 * verifier's that knows the target; and the format:
 *
 * <pre>R = (1 − α) · match · aware · count · queryAlign · snippetAlign + α · format</pre>
 *
 * <p>Which factors count follows from the query's mode; for the baseline MMSearch-R1 a single discount stands in their place.
 * Where the labels of a factor cannot be had there is no reward.
 */
final class SvrlReward implements AgentReward {
    private final SvrlRewardSettings settings;

    SvrlReward(SvrlRewardSettings settings) {
        this.settings = settings;
    }

    @Override
    public String scorer() {
        return "svrl/1";
    }

    @Override
    public Optional<AdvantageEstimator> estimator() {
        return Optional.of(AdvantageEstimator.DR_GRPO);
    }

    @Override
    public Set<Class<? extends Effect>> needs() {
        SvrlVariant own = settings.in("trained");
        Set<Class<? extends Effect>> needs = new HashSet<>();
        if (own.needsLabels()) {
            needs.add(Effect.Verify.class);
        }
        if (own.judged || settings.judged()) {
            needs.add(Effect.Judge.class);
        }
        return needs;
    }

    /** Asks a verifier about searches, and a judge about answers where one counts or is to be reported. */
    @Override
    public List<Effect> asks(TrajectorySummary trajectory, Label label) {
        Query query = trajectory.getQuery();
        List<Effect> asks = new ArrayList<>();
        if (verified(trajectory)) {
            asks.add(new Effect.Verify(
                    asks.size(),
                    query.getText(),
                    query.getPictures(),
                    label.getTargets(),
                    SvrlLabels.queries(trajectory.getSearches()),
                    SvrlLabels.snippets(trajectory.getSearches())));
        }
        if (judged(trajectory)) {
            asks.add(new Effect.Judge(
                    asks.size(), query.getText(), trajectory.getAnswers().get(0), label.getTargets()));
        }
        return asks;
    }

    @Override
    public Score score(TrajectorySummary trajectory, Label label, List<EffectResult> answers) {
        SvrlVariant variant = settings.in(trajectory.getQuery().getMode());
        Map<String, Double> stats = trajectory.getStats();
        if (!stats.containsKey("turns") || !stats.containsKey("validTurns")) {
            return new Score.Unscorable("its stats lack turns or validTurns; there are " + stats.keySet());
        }
        EffectResult ofVerifier = verified(trajectory) && !answers.isEmpty() ? answers.get(0) : null;
        EffectResult ofJudge = judged(trajectory) && !answers.isEmpty() ? answers.get(answers.size() - 1) : null;
        SvrlLabels labels = ofVerifier instanceof Completed completed
                ? SvrlLabels.of(trajectory.getSearches(), (Verdicts) completed.value())
                : verified(trajectory) ? null : new SvrlLabels(List.of());
        if (labels == null && variant.needsLabels()) {
            return missing("verifier", ofVerifier);
        }
        Boolean accepted = ofJudge instanceof Completed completed ? ((Judgement) completed.value()).accepted() : null;
        if (variant.judged && judged(trajectory) && accepted == null) {
            return missing("judge", ofJudge);
        }
        double match = trajectory.getAnswers().isEmpty()
                ? 0
                : Metric.named(label.getMetric()).score(trajectory.getAnswers().get(0), label);
        Map<String, Double> figures =
                SvrlFigures.of(trajectory.getSearches(), labels, match, label.getSearchFree(), accepted);
        double right = variant.judged ? Boolean.TRUE.equals(accepted) ? 1 : 0 : match;
        Map<String, Double> factors = variant.ancestor
                ? ancestor(trajectory)
                : factors(variant, trajectory.getSearches(), labels, label.getSearchFree());
        double format = variant.ancestor ? ancestorFormat(trajectory) : format(stats);
        double product = factors.values().stream().reduce(1.0, (one, other) -> one * other);
        double total = (1 - settings.formatShare()) * right * product + settings.formatShare() * format;
        Map<String, Double> components = new HashMap<>(factors);
        components.put("format", format);
        components.put("right", right);
        return new Score.Scored(
                match, total, components, List.of(), figures, labels == null ? List.of() : labels.records());
    }

    private static boolean verified(TrajectorySummary trajectory) {
        return !trajectory.getSearches().isEmpty();
    }

    private boolean judged(TrajectorySummary trajectory) {
        boolean counts = settings.in(trajectory.getQuery().getMode()).judged;
        boolean reported = settings.judged() && trajectory.getQuery().getPurpose() == Purpose.EVAL;
        return (counts || reported) && !trajectory.getAnswers().isEmpty();
    }

    private static Score missing(String who, EffectResult result) {
        return new Score.Unscorable(
                result instanceof Failed failed
                        ? "the " + who + " gave no verdict: " + failed.status() + ": " + failed.error()
                        : "this reward needs a " + who + ", and this job has none to ask");
    }

    /** @param labels null only where no factor needs them */
    private Map<String, Double> factors(
            SvrlVariant variant, List<SearchUse> searches, SvrlLabels labels, Boolean searchFree) {
        Map<String, Double> factors = new HashMap<>();
        List<SearchUse> byText =
                searches.stream().filter(use -> !use.getByPicture()).toList();
        if (variant.aware) {
            boolean inVain = Boolean.TRUE.equals(searchFree) && !searches.isEmpty();
            factors.put("aware", inVain ? settings.searchFree() : 1);
        }
        if (variant.count) {
            double proposed = byText.stream()
                    .mapToDouble(use -> (double) use.getQueries().size() / settings.queries())
                    .average()
                    .orElse(1);
            factors.put("count", atLeast(proposed));
        }
        if (variant.queries) {
            factors.put("queryAlign", byText.isEmpty() ? 1 : atLeast(labels.usefulQueries()));
        }
        if (variant.snippets) {
            factors.put("snippetAlign", atLeast(labels.agreement()));
        }
        return factors;
    }

    private double atLeast(double factor) {
        return Math.max(settings.least(), factor);
    }

    private double format(Map<String, Double> stats) {
        double turns = stats.get("turns");
        double share = turns == 0 ? 0 : stats.get("validTurns") / turns;
        return settings.wholeFormat() && share < 1 ? 0 : share;
    }

    private Map<String, Double> ancestor(TrajectorySummary trajectory) {
        int calls = trajectory.getSearches().size();
        return Map.of("discount", Math.pow(settings.discount(), settings.discountEach() ? calls : Math.min(1, calls)));
    }

    /** An answer, after at most one search of each kind, that by picture first, and every turn in its form. */
    private static double ancestorFormat(TrajectorySummary trajectory) {
        Map<String, Double> stats = trajectory.getStats();
        List<Boolean> byPicture =
                trajectory.getSearches().stream().map(SearchUse::getByPicture).toList();
        boolean known = List.of(List.of(), List.of(true), List.of(false), List.of(true, false))
                .contains(byPicture);
        boolean whole = stats.get("turns") > 0 && stats.get("turns").equals(stats.get("validTurns"));
        return known && whole && !trajectory.getAnswers().isEmpty() ? 1 : 0;
    }

    /** Finds its settings; see {@link SvrlRewardSettings}. */
    public static final class Factory implements AgentRewardFactory {
        @Override
        public String agent() {
            return "svrl";
        }

        @Override
        public AgentReward create(Map<String, String> settings) {
            return new SvrlReward(SvrlRewardSettings.of(settings));
        }
    }
}
