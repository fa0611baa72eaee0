// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.collect;

import dev.eddy.connector.kafka.KafkaTrajectoryReader;
import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.operator.collect.CollectPipeline;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.MetricPoint;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What one collecting or several left.
 *
 * @param kept whole, in order of their ids: reading twice gives the same
 * @param fates how many runs were {@code kept}, and how many dropped by which reason
 */
public record CollectedRuns(List<Trajectory> kept, TreeMap<String, Integer> fates) {
    /**
     * Reads it.
     *
     * @param id what the ids of the collectings begin with
     */
    public static CollectedRuns read(Properties client, KafkaTrajectoryReader trajectories, String agent, String id) {
        Codec<RewardedTrajectory> runs = Codec.of(RewardedTrajectory.class);
        TreeMap<String, TrajectoryRef> kept = new TreeMap<>();
        CommittedConsumer.readAll(client, Topic.COLLECTED_TRAJECTORIES, record -> {
            RewardedTrajectory run = runs.decode(record.value());
            if (run.getAgent().equals(agent) && run.getQueryId().startsWith(id)) {
                kept.put(run.getRef().getTrajectoryId(), run.getRef());
            }
        });
        return new CollectedRuns(trajectories.read(List.copyOf(kept.values())).join(), fates(client, agent, id));
    }

    /** Counts grow within a collecting: the last one counts. */
    private static TreeMap<String, Integer> fates(Properties client, String agent, String id) {
        Codec<MetricPoint> points = Codec.of(MetricPoint.class);
        Map<List<String>, Integer> last = new HashMap<>();
        CommittedConsumer.readAll(client, Topic.METRICS, record -> {
            MetricPoint point = points.decode(record.value());
            Map<String, String> labels = point.getLabels();
            String queries = labels.getOrDefault(CollectPipeline.QUERIES, "");
            if (!queries.isEmpty() && queries.startsWith(id) && agent.equals(labels.get("agent"))) {
                last.put(List.of(queries, labels.get("fate")), (int) point.getCount());
            }
        });
        TreeMap<String, Integer> fates = new TreeMap<>();
        last.forEach((key, count) -> fates.merge(key.get(1), count, Integer::sum));
        return fates;
    }
}
