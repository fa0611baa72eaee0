// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.collect;

import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.operator.collect.CollectPipeline;
import dev.eddy.port.PortException;
import dev.eddy.port.TrajectoryReader;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.MetricPoint;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * What one collecting or several left.
 *
 * @param kept whole, in order of their ids: reading twice gives the same
 * @param gone how many others were kept whose trajectories no longer stand on their topic
 * @param fates how many runs were {@code kept}, and how many dropped by which reason
 */
public record CollectedRuns(List<Trajectory> kept, int gone, TreeMap<String, Integer> fates) {
    /**
     * Reads it.
     *
     * @param id what the ids of the collectings begin with
     */
    public static CollectedRuns read(Properties client, TrajectoryReader trajectories, String agent, String id) {
        Codec<RewardedTrajectory> runs = Codec.of(RewardedTrajectory.class);
        TreeMap<String, TrajectoryRef> kept = new TreeMap<>();
        CommittedConsumer.readAll(client, Topic.COLLECTED_TRAJECTORIES, runs::decode, (run, at) -> {
            if (run.getAgent().equals(agent) && run.getQueryId().startsWith(id)) {
                kept.put(run.getRef().getTrajectoryId(), run.getRef());
            }
        });
        List<Trajectory> standing = standing(trajectories, kept.values());
        return new CollectedRuns(standing, kept.size() - standing.size(), fates(client, agent, id));
    }

    /** Asked for one by one, so that one that is gone takes no other with it; what waits together is read together. */
    private static List<Trajectory> standing(TrajectoryReader trajectories, Collection<TrajectoryRef> refs) {
        List<CompletableFuture<List<Trajectory>>> asked =
                refs.stream().map(ref -> trajectories.read(List.of(ref))).toList();
        List<Trajectory> standing = new ArrayList<>();
        for (CompletableFuture<List<Trajectory>> one : asked) {
            try {
                standing.addAll(one.join());
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof PortException gone) || gone.status() != EffectStatus.REJECTED) {
                    throw e;
                }
            }
        }
        return standing;
    }

    /** Counts grow within a collecting: the last one counts. */
    private static TreeMap<String, Integer> fates(Properties client, String agent, String id) {
        Codec<MetricPoint> points = Codec.of(MetricPoint.class);
        Map<List<String>, Integer> last = new HashMap<>();
        CommittedConsumer.readAll(client, Topic.METRICS, points::decode, (point, at) -> {
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
