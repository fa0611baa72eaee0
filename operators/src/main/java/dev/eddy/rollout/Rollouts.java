// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.Agent;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.Outcome;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Turn;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryPart;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs of one agent as pure functions: from a run's state and a completion to its next state, the calls to issue and the piece
 * of trajectory that the turn wrote. Drivers keep the state, run the calls and put the pieces together at the end. Immutable and
 * thread-safe.
 *
 * @param <S> the agent's state
 */
public final class Rollouts<S> {
    private final Agent<S> agent;
    private final ModelCard card;

    public Rollouts(Agent<S> agent, ModelCard card) {
        this.agent = agent;
        this.card = card;
    }

    public Agent<S> agent() {
        return agent;
    }

    /**
     * The first turn.
     *
     * @param versions what generations of this turn are issued to
     * @param pinned what all generations of the run's own policy are issued to instead; null for none
     */
    public Advance<S> begin(RolloutRequest request, Schedule schedule, VersionSource versions, PolicyVersion pinned) {
        LoopState<S> before = new LoopState<>(null, schedule, List.of(), -1, RequestHash.nothingShown(), pinned);
        Turn<S> turn = agent.begin(request.getQuery(), request.getRolloutIndex());
        return advance(RolloutId.of(request), before, turn, schedule.startedAt(), versions, List.of(), List.of());
    }

    /**
     * The turn after a completion.
     *
     * @param call that completed; it must be {@link LoopState#pending}
     * @param now epoch milliseconds
     * @param versions what generations of this turn are issued to
     */
    public Advance<S> complete(LoopState<S> loop, Call call, EffectResult result, long now, VersionSource versions) {
        Pending pending = loop.pending(result.seq());
        if (pending == null) {
            throw new IllegalArgumentException("rollout " + call.rolloutId() + " does not wait for effect "
                    + result.seq() + "; it waits for " + loop.pending());
        }
        EffectRecord effect = Recorder.effect(call.effect(), pending, result, loop.schedule(), now);
        Row row = Recorder.row(call.effect(), result);
        List<Pending> left = new ArrayList<>(loop.pending());
        left.remove(pending);
        Turn<S> turn = agent.resume(loop.state(), result);
        return advance(
                call.rolloutId(),
                loop.awaiting(left),
                turn,
                now,
                versions,
                List.of(effect),
                row == null ? List.of() : List.of(row));
    }

    /** The same run with every pending effect to be issued once more, to the policy version that it was first issued to. */
    public Advance<S> reissue(String rolloutId, LoopState<S> loop) {
        List<Pending> again = new ArrayList<>();
        List<Call> calls = new ArrayList<>();
        for (Effect effect : agent.pending(loop.state())) {
            Pending pending = loop.pending(effect.seq());
            if (pending == null) {
                throw new IllegalStateException("agent " + agent.name() + " says that rollout " + rolloutId
                        + " waits for effect " + effect.seq() + ", which was not issued or is done; issued are "
                        + loop.pending());
            }
            again.add(pending.again());
            calls.add(call(rolloutId, effect, pending.again()));
        }
        if (again.size() != loop.pending().size()) {
            throw new IllegalStateException(
                    "agent " + agent.name() + " waits for " + again.size() + " effects of rollout " + rolloutId
                            + ", of which " + loop.pending().size() + " were issued");
        }
        return new Advance<>(loop.awaiting(again), calls, null, null);
    }

    /** The outcome of a run that its driver ends; none of the policy's doing, so nothing to train on. */
    public static Outcome ended(Termination cause, String error) {
        return new Outcome(cause, true, false, List.of(), List.of(), error, Map.of());
    }

    /**
     * The whole record of a run that is over.
     *
     * @param last the run's state when it ended
     * @param parts all of them, in the order in which they were written
     * @param now epoch milliseconds
     */
    public Trajectory trajectory(
            RolloutRequest request, LoopState<S> last, Outcome outcome, Iterable<TrajectoryPart> parts, long now) {
        return new TrajectoryAssembly(agent, card, request).addAll(parts).finish(last.schedule(), outcome, now);
    }

    /** The record of a run that was ended before it began. */
    public Trajectory neverBegun(RolloutRequest request, Schedule schedule, Outcome outcome) {
        return new TrajectoryAssembly(agent, card, request).finish(schedule, outcome, schedule.startedAt());
    }

    private Advance<S> advance(
            String rolloutId,
            LoopState<S> before,
            Turn<S> turn,
            long now,
            VersionSource versions,
            List<EffectRecord> completed,
            List<Row> said) {
        if (turn instanceof Turn.Finished<S> finished) {
            TrajectoryPart part = new TrajectoryPart(List.of(), said, finished.steps(), completed);
            return new Advance<>(before, List.of(), part, finished.outcome());
        }
        Turn.Waiting<S> waiting = (Turn.Waiting<S>) turn;
        VersionSource issuedTo = before.versions(versions);
        List<Segment> segments = new ArrayList<>();
        List<Pending> pending = new ArrayList<>(before.pending());
        List<Call> calls = new ArrayList<>(waiting.effects().size());
        int largest = before.largestSegment();
        byte[] shown = before.shownDigest();
        for (Effect effect : waiting.effects()) {
            PolicyVersion version = null;
            if (effect instanceof Effect.Generate generate) {
                version = issuedTo.current(generate.policy());
                for (PromptSegment one : firstShown(generate, largest)) {
                    Segment segment = Recorder.segment(one);
                    segments.add(segment);
                    shown = RequestHash.shown(shown, segment);
                    largest = Math.max(largest, one.id());
                }
            }
            Pending issued = new Pending(effect.seq(), 0, now, RequestHash.of(effect, shown), version);
            pending.add(issued);
            calls.add(call(rolloutId, effect, issued));
        }
        if (pending.isEmpty()) {
            throw new IllegalStateException(
                    "agent " + agent.name() + " neither ended rollout " + rolloutId + " nor waits for an effect");
        }
        LoopState<S> next =
                new LoopState<>(waiting.state(), before.schedule(), pending, largest, shown, before.pinned());
        return new Advance<>(next, calls, new TrajectoryPart(segments, said, waiting.steps(), completed), null);
    }

    /** Segments that no earlier prompt showed, once each. */
    private static Collection<PromptSegment> firstShown(Effect.Generate generate, int largest) {
        Map<Integer, PromptSegment> fresh = new LinkedHashMap<>();
        for (PromptSegment segment : generate.prompt()) {
            if (segment.id() > largest) {
                fresh.putIfAbsent(segment.id(), segment);
            }
        }
        return fresh.values();
    }

    private static Call call(String rolloutId, Effect effect, Pending pending) {
        return new Call(
                rolloutId,
                effect,
                pending.requestHash(),
                pending.version(),
                RolloutId.seed(rolloutId, effect.seq()),
                pending.attempt());
    }
}
