// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.Agent;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.Outcome;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.Tokenizer;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryPart;
import dev.eddy.schemas.VersionRun;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs stored trajectories through an agent again, feeding back what its effects answered then, in the order in which they
 * answered. Needs no bank, no cache and no model. Thread-safe.
 */
public final class Replayer<S> {
    private static final Set<Termination> ENDED_BY_DRIVER = EnumSet.of(Termination.DEADLINE, Termination.CANCELLED);

    private static final VersionSource NO_VERSION = policy -> null;

    private final Agent<S> agent;

    public Replayer(Agent<S> agent) {
        this.agent = agent;
    }

    /**
     * Replays a whole trajectory (not one whose record was left to the blob store).
     *
     * @throws IllegalArgumentException if it is another agent's, was written with another tokenizer, or is not whole
     */
    public Replay replay(Trajectory recorded) {
        check(recorded);
        Rollouts<S> rollouts = new Rollouts<>(
                agent,
                new ModelCard(
                        recorded.getModelName(),
                        recorded.getProcessorHash(),
                        recorded.getTemperature(),
                        recorded.getTopP()));
        RolloutRequest request =
                new RolloutRequest(recorded.getQuery(), recorded.getRolloutIndex(), recorded.getSource());
        Map<Integer, Row> said = new HashMap<>();
        recorded.getRows().forEach(row -> said.put(row.getEffect(), row));

        List<TrajectoryPart> parts = new ArrayList<>();
        long begun = recorded.getStartedAt();
        Schedule schedule = new Schedule(begun - recorded.getQueueMs(), begun, Long.MAX_VALUE);
        Advance<S> advance = rollouts.begin(request, schedule, NO_VERSION, null);
        Map<Integer, Call> air = new HashMap<>();
        Optional<Replay.Difference> difference = Optional.empty();
        parts.add(advance.part());
        advance.calls().forEach(call -> air.put(call.effect().seq(), call));
        for (EffectRecord effect : recorded.getEffects()) {
            Call call = advance.finished() ? null : air.remove(effect.getSeq());
            difference = difference.or(() -> Comparison.effect(effect, call));
            if (call == null) {
                break;
            }
            EffectResult result = result(
                    effect, said.get(effect.getSeq()), recorded.getQuery().getPolicy());
            long at = begun + effect.getStartedMs() + effect.getLatencyMs();
            advance = rollouts.complete(advance.loop(), call, result, at, NO_VERSION);
            parts.add(advance.part());
            advance.calls().forEach(next -> air.put(next.effect().seq(), next));
        }
        if (!advance.finished() && !ENDED_BY_DRIVER.contains(recorded.getTermination())) {
            difference = difference.or(() -> Comparison.differ(
                    "termination", recorded.getTermination(), "a run that waits for " + air.values()));
        }
        Outcome outcome =
                advance.finished() ? advance.outcome() : Rollouts.ended(recorded.getTermination(), recorded.getError());
        Trajectory replayed = rollouts.trajectory(request, advance.loop(), outcome, parts, recorded.getEndedAt());
        return new Replay(replayed, difference.or(() -> Comparison.of(recorded, replayed)));
    }

    private void check(Trajectory recorded) {
        if (!recorded.getQuery().getAgent().equals(agent.name())) {
            throw new IllegalArgumentException("trajectory " + recorded.getTrajectoryId() + " is of agent '"
                    + recorded.getQuery().getAgent() + "', this is '" + agent.name() + "'");
        }
        if (!recorded.getTokenizerHash().equals(agent.tokenizer().hash())) {
            throw new IllegalArgumentException("trajectory " + recorded.getTrajectoryId()
                    + " was written with tokenizer " + recorded.getTokenizerHash() + ", the agent has "
                    + agent.tokenizer().hash() + "; its token ids cannot be read");
        }
        if (recorded.getBlob() != null) {
            throw new IllegalArgumentException("trajectory " + recorded.getTrajectoryId() + " is a reference to blob "
                    + recorded.getBlob() + "; fetch the whole record first");
        }
    }

    private EffectResult result(EffectRecord effect, Row row, String policy) {
        int seq = effect.getSeq();
        if (effect.getStatus() != EffectStatus.OK) {
            return new Failed(seq, effect.getStatus(), effect.getError());
        }
        return new Completed(seq, row == null ? Completions.value(effect.getResult()) : generation(row, policy));
    }

    private Generation generation(Row row, String policy) {
        Tokenizer tokenizer = agent.tokenizer();
        int[] tokens = Packed.ints(row.getResponse());
        VersionRun run = row.getVersions().get(row.getVersions().size() - 1);
        return new Generation(
                tokenizer.decode(tokens),
                tokens,
                Packed.bytes(row.getMask()),
                Packed.floats(row.getLogProbs()),
                new PolicyVersion(policy, run.getVersion(), run.getSha256()),
                row.getStopReason());
    }
}
