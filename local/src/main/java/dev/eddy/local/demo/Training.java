// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.report.Report.CurvePoint;
import dev.eddy.metric.Metric;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Feeds a policy training questions and probes its announced versions on held-out ones, until enough groups were trained on, or
 * as many were asked as may be, and every one has its receipt. No more questions are under way than the trainer can use before they grow too old.
 */
final class Training {
    private final DemoSettings settings;
    private final Questions questions;
    private final Asker asker;
    private final Pupil pupil;
    private final Watch evaluated;
    private final PolicyWatch watch;
    private final long began = System.currentTimeMillis();
    private final List<Integer> probed = new ArrayList<>();
    private int asked;
    private int looked;
    private long nextProbe;
    private long lastFlush;
    private int flushes;

    Training(DemoSettings settings, Pupil pupil, Asker asker, Watch watch) {
        this.settings = settings;
        this.pupil = pupil;
        this.questions = new Questions(pupil, settings.seed());
        this.asker = asker;
        this.evaluated = watch;
        this.watch = watch.of(pupil.policy());
    }

    /** Asks what may be asked now. True once every group has its receipt and every probe its answers. */
    boolean advance() {
        while (hasMore() && asked - watch.groupsConsumed() < settings.groupsUnderWay()) {
            asker.ask(questions.training(asked));
            asked++;
        }
        flushAtTheEnd();
        boolean trained = !hasMore() && watch.groupsConsumed() >= asked && watch.newestIsTrained();
        probe(trained);
        return trained && probesAnswered();
    }

    /** What an earlier process asked is counted in, even where enough has been trained on since: its groups have receipts to come. */
    private boolean hasMore() {
        return asked < pupil.questions() && (asker.began(pupil.trainingId(asked)) || watch.wantsMore(asked));
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
        if (!hasMore() && watch.groupsFormed() >= asked && watch.groupsConsumed() < asked && now - lastFlush > 1_000) {
            asker.flush(pupil.policy(), pupil.prefix() + "flush-" + began + "-" + flushes++);
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
            RewardedTrajectory run = evaluated.evaluated(questions.probeId(version, number) + "/0");
            if (run != null) {
                runs.add(run);
            }
        }
        return runs;
    }

    /** One point for each probe that has all its answers. */
    List<CurvePoint> curve() {
        List<CurvePoint> points = new ArrayList<>();
        long before = 0;
        for (int announcement : probed) {
            List<RewardedTrajectory> runs = probeOf(announcement);
            if (runs.size() < settings.probeQueries()) {
                continue;
            }
            PolicyUpdate update = watch.announced().get(announcement);
            long at = update.getAnnouncedAt();
            points.add(new CurvePoint(
                    pupil.policy(),
                    (at - watch.announced().get(0).getAnnouncedAt()) / 1_000.0,
                    update.getVersion(),
                    update.getGroupsTrained(),
                    watch.queriesServed(at),
                    watch.meanReward(before, at),
                    accuracy(runs),
                    meanShots(runs),
                    null,
                    null));
            before = at;
        }
        return points;
    }

    private static double accuracy(List<RewardedTrajectory> runs) {
        return runs.stream()
                .mapToDouble(run -> run.getComponents().getOrDefault(Metric.TASK, 0.0))
                .average()
                .orElseThrow();
    }

    /** Null for agents without demonstrations. */
    private static Double meanShots(List<RewardedTrajectory> runs) {
        OptionalDouble mean = runs.stream()
                .filter(run -> run.getStats().containsKey("shots"))
                .mapToDouble(run -> run.getStats().get("shots"))
                .average();
        return mean.isPresent() ? mean.getAsDouble() : null;
    }
}
