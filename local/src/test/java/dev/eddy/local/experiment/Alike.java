// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.operator.serve.LoopHarness;
import dev.eddy.schemas.Cropped;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Searched;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.ShownPicture;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records without all that may differ between the stream and the plain driver: times and attempts, what a cache answered, places in topics and in the blob
 * store, and the pictures of crops, which the driver does not render.
 */
final class Alike {
    private Alike() {}

    static Trajectory of(Trajectory trajectory) {
        return Trajectory.newBuilder(LoopHarness.timeless(trajectory))
                .setSource(new SourcePosition("queries", 0, 0L))
                .setStats(withoutHits(trajectory.getStats()))
                .setSegments(
                        trajectory.getSegments().stream().map(Alike::segment).toList())
                .setEffects(LoopHarness.timeless(trajectory).getEffects().stream()
                        .map(Alike::effect)
                        .toList())
                .build();
    }

    private static Segment segment(Segment segment) {
        List<ShownPicture> pictures = segment.getPictures().stream()
                .map(picture ->
                        ShownPicture.newBuilder(picture).setRendered(null).build())
                .toList();
        return Segment.newBuilder(segment).setBlob(null).setPictures(pictures).build();
    }

    private static EffectRecord effect(EffectRecord effect) {
        Object result = effect.getResult();
        if (result instanceof Cropped) {
            return EffectRecord.newBuilder(effect).setResult(new Cropped(null)).build();
        }
        return result instanceof Searched searched
                ? EffectRecord.newBuilder(effect)
                        .setResult(new Searched(searched.getSnippets(), false))
                        .build()
                : effect;
    }

    private static Map<String, Double> withoutHits(Map<String, Double> stats) {
        Map<String, Double> rest = new TreeMap<>(stats);
        rest.remove("cacheHits");
        return rest;
    }

    static RewardedTrajectory of(RewardedTrajectory reward) {
        return RewardedTrajectory.newBuilder(reward)
                .setRef(new TrajectoryRef(reward.getRef().getTrajectoryId(), "trajectories", 0, 0L))
                .setStartedAt(0)
                .setEndedAt(0)
                .setRewardedAt(0)
                .setGenerationMs(0)
                .setToolMs(0)
                .setQueueMs(0)
                .setModelLatencies(List.of())
                .setToolLatencies(List.of())
                .setStats(withoutHits(reward.getStats()))
                .build();
    }
}
