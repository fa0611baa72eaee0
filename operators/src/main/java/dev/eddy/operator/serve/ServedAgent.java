// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.EffectResult;
import dev.eddy.agent.Outcome;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.rollout.Advance;
import dev.eddy.rollout.LoopStateForm;
import dev.eddy.rollout.Rollouts;
import dev.eddy.rollout.Schedule;
import dev.eddy.rollout.VersionSource;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryPart;
import java.util.List;

/** One agent as the operator runs it: its rollouts on loops as they lie in state. */
final class ServedAgent<S> {
    private final Rollouts<S> rollouts;
    private final LoopStateForm<S> form;

    private ServedAgent(Rollouts<S> rollouts) {
        this.rollouts = rollouts;
        this.form = new LoopStateForm<>(rollouts.agent());
    }

    static <S> ServedAgent<S> of(Rollouts<S> rollouts) {
        return new ServedAgent<>(rollouts);
    }

    /** As {@link Advance}, with the loop in its stored form. */
    record Step(StoredLoop loop, List<Call> calls, TrajectoryPart part, Outcome outcome) {}

    /** @param pinned what all its generations are issued to; null where each is issued to the current version */
    Step begin(RolloutRequest request, Schedule schedule, VersionSource versions, PolicyVersion pinned) {
        return step(rollouts.begin(request, schedule, versions, pinned));
    }

    Step complete(StoredLoop loop, Call call, EffectResult result, long now, VersionSource versions) {
        return step(rollouts.complete(loop.state(form), call, result, now, versions));
    }

    StoredLoop prolong(StoredLoop loop, long deadline) {
        return StoredLoop.of(loop.state(form).prolongedTo(deadline), form);
    }

    Step reissue(String rolloutId, StoredLoop loop) {
        return step(rollouts.reissue(rolloutId, loop.state(form)));
    }

    Trajectory trajectory(
            RolloutRequest request, StoredLoop last, Outcome outcome, Iterable<TrajectoryPart> parts, long now) {
        return rollouts.trajectory(request, last.state(form), outcome, parts, now);
    }

    Trajectory neverBegun(RolloutRequest request, Schedule schedule, Outcome outcome) {
        return rollouts.neverBegun(request, schedule, outcome);
    }

    private Step step(Advance<S> advance) {
        return new Step(StoredLoop.of(advance.loop(), form), advance.calls(), advance.part(), advance.outcome());
    }
}
