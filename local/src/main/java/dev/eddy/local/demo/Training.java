// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.report.Report.CurvePoint;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.ArrayList;
import java.util.List;

/**
 * Feeds training questions and probes the announced policies on held-out ones, until every training group has its receipt.
 * No more questions are under way than the trainer can use before they grow too old.
 */
final class Training {
    private final DemoSettings settings;
    private final Questions questions;
    private final Asker asker;
    private final Watch watch;
    private final long began = System.currentTimeMillis();
    private final List<Integer> probed = new ArrayList<>();
    private int asked;
    private int looked;
    private long nextProbe;
    private long lastFlush;
    private int flushes;

    Training(DemoSettings settings, Questions questions, Asker asker, Watch watch) {
        this.settings = settings;
        this.questions = questions;
        this.asker = asker;
        this.watch = watch;
    }

    /** Asks what may be asked now. True once every group has its receipt and every probe its answers. */
    boolean advance() {
        while (asked < settings.trainingGroups() && asked - watch.groupsConsumed() < settings.groupsUnderWay()) {
            asker.ask(questions.training(asked));
            asked++;
        }
        flushAtTheEnd();
        boolean trained = watch.groupsConsumed() >= settings.trainingGroups() && watch.newestIsTrained();
        probe(trained);
        return trained && probesAnswered();
    }

    /** @param trained true if the newest version is the last, which is probed in any case */
    private void probe(boolean trained) {
        List<PolicyUpdate> announced = watch.announced();
        for (; looked < announced.size(); looked++) {
            if (announced.get(looked).getStep() >= nextProbe) {
                ask(looked);
            }
        }
        int last = announced.size() - 1;
        if (trained && probed.get(probed.size() - 1) != last) {
            ask(last);
        }
    }

    private void ask(int announcement) {
        PolicyUpdate update = watch.announced().get(announcement);
        nextProbe = update.getStep() + settings.probeSteps();
        probed.add(announcement);
        for (int number = 0; number < settings.probeQueries(); number++) {
            asker.ask(questions.probe(update.getVersion(), number));
        }
    }

    /** The trainer may see an order to flush before the last group, so it is given again until all are consumed. */
    private void flushAtTheEnd() {
        long now = System.currentTimeMillis();
        if (watch.groupsFormed() >= settings.trainingGroups()
                && watch.groupsConsumed() < settings.trainingGroups()
                && now - lastFlush > 1_000) {
            asker.flush(Questions.POLICY, "flush-" + began + "-" + flushes++);
            lastFlush = now;
        }
    }

    private boolean probesAnswered() {
        return probeOf(probed.get(probed.size() - 1)).size() == settings.probeQueries();
    }

    private List<RewardedTrajectory> probeOf(int announcement) {
        long version = watch.announced().get(announcement).getVersion();
        List<RewardedTrajectory> runs = new ArrayList<>();
        for (int number = 0; number < settings.probeQueries(); number++) {
            RewardedTrajectory run = watch.evaluated(Questions.probeId(version, number) + "/0");
            if (run != null) {
                runs.add(run);
            }
        }
        return runs;
    }

    /** One point for each probe that has all its answers. */
    List<CurvePoint> curve() {
        List<CurvePoint> points = new ArrayList<>();
        for (int announcement : probed) {
            List<RewardedTrajectory> runs = probeOf(announcement);
            if (runs.size() < settings.probeQueries()) {
                continue;
            }
            PolicyUpdate update = watch.announced().get(announcement);
            points.add(new CurvePoint(
                    Questions.POLICY,
                    (update.getAnnouncedAt() - watch.announced().get(0).getAnnouncedAt()) / 1_000.0,
                    update.getVersion(),
                    update.getGroupsTrained(),
                    update.getGroupsConsumed(),
                    watch.rewardBefore(announcement),
                    mean(
                            runs,
                            run -> run.getAnswerRewards().isEmpty()
                                    ? 0
                                    : run.getAnswerRewards().get(0)),
                    mean(runs, run -> run.getStats().getOrDefault("shots", 0.0)),
                    null,
                    null));
        }
        return points;
    }

    private static double mean(
            List<RewardedTrajectory> runs, java.util.function.ToDoubleFunction<RewardedTrajectory> figure) {
        return runs.stream().mapToDouble(figure).average().orElseThrow();
    }
}
