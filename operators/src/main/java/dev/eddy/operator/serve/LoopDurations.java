// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.metric.catalogue.JobMetric;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Trajectory;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * How long runs took since they arrived, by purpose, as the buckets of a Prometheus histogram: other than the quantiles that Flink's
 * histograms give, these can be summed over subtasks, and an objective can be held to them. Bounds are whole seconds, since Flink's
 * reporter, as it is unless told otherwise, replaces dots in the values of labels. Task thread only.
 */
final class LoopDurations {
    private static final int[] SECONDS = {1, 2, 5, 10, 20, 30, 60, 120, 300, 600};
    private static final long MILLIS_A_SECOND = 1_000;

    private final Map<Purpose, Series> series = new EnumMap<>(Purpose.class);

    LoopDurations(MetricGroup group) {
        for (Purpose purpose : Purpose.values()) {
            series.put(
                    purpose, new Series(group.addGroup("purpose", purpose.name().toLowerCase(Locale.ROOT))));
        }
    }

    void ended(Trajectory trajectory) {
        long millis = trajectory.getQueueMs() + trajectory.getEndedAt() - trajectory.getStartedAt();
        series.get(trajectory.getQuery().getPurpose()).add(millis);
    }

    private static final class Series {
        private final Counter[] within;
        private final Counter ended;
        private final Counter millis;

        private Series(MetricGroup group) {
            within = Arrays.stream(SECONDS)
                    .mapToObj(bound -> group.addGroup("le", Integer.toString(bound))
                            .counter(JobMetric.LOOP_DURATION_SECONDS_BUCKET.id()))
                    .toArray(Counter[]::new);
            ended = group.counter(JobMetric.LOOP_DURATION_SECONDS_COUNT.id());
            millis = group.counter(JobMetric.LOOP_DURATION_MS_TOTAL.id());
        }

        private void add(long took) {
            for (int i = 0; i < within.length; i++) {
                if (took <= SECONDS[i] * MILLIS_A_SECOND) {
                    within[i].inc();
                }
            }
            ended.inc();
            millis.inc(took);
        }
    }
}
