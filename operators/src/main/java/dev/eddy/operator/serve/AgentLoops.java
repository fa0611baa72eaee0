// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.EffectResult;
import dev.eddy.agent.Outcome;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.rollout.Rollouts;
import dev.eddy.rollout.Schedule;
import dev.eddy.rollout.VersionSource;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Termination;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The running loops of one subtask: begins them, takes their completions, issues what comes next, ends them. Every method
 * leaves state and calls in step with each other.
 */
final class AgentLoops {
    private final LoopTask task;
    private final LoopStore store;
    private final PolicyVersions versions;
    private final LoopLimits limits;
    private final Admission admission;
    private final Departures departures;
    private final EffectRunner effects;
    private final LoopMetrics metrics;
    private final Map<String, ServedAgent<?>> agents = new HashMap<>();
    private final InFlight inFlight = new InFlight();
    private final Returned returned = new Returned();

    AgentLoops(
            LoopTask task,
            LoopStore store,
            PolicyVersions versions,
            LoopLimits limits,
            Admission admission,
            LoopMetrics metrics,
            LoopEnvironment.Opened outside) {
        this.task = task;
        this.store = store;
        this.versions = versions;
        this.limits = limits;
        this.admission = admission;
        this.metrics = metrics;
        this.effects = outside.effects();
        this.departures = new Departures(task, store, outside.blobs(), limits.inlineBytes(), admission, metrics);
        for (Map.Entry<String, Rollouts<?>> agent : outside.rollouts().entrySet()) {
            agents.put(agent.getKey(), ServedAgent.of(agent.getValue()));
        }
    }

    /** Takes the current key's loop up again after a restore: each call in the air is issued once more. */
    void resume(String rolloutId) throws Exception {
        RolloutRequest request = store.request.value();
        ServedAgent<?> agent = agent(request);
        ServedAgent.Step again = agent.reissue(rolloutId, grace(rolloutId, store.loop.value(), agent));
        admission.began();
        metrics.reissued(again.calls().size());
        InFlight.Run run = inFlight.add(rolloutId, request, agent);
        moveTo(run, again.loop());
        issue(run, again.calls());
    }

    /** A deadline that passed while no task was there to work is granted its full length anew, once. */
    private StoredLoop grace(String rolloutId, StoredLoop loop, ServedAgent<?> agent) {
        long now = task.now();
        if (loop.prolonged() || loop.deadline() > now) {
            return loop;
        }
        long deadline = limits.deadline(rolloutId, now);
        task.deleteTimer(loop.deadline());
        task.setTimer(deadline);
        return agent.prolong(loop, deadline);
    }

    /** Takes up the current key's record that still has to reach the blob store. */
    void resumeDeparture() throws Exception {
        admission.began();
        departures.resume();
    }

    /** Begins the current key's loop. */
    void begin(Admission.Waiter waiter, RolloutRequest request) throws Exception {
        String rolloutId = waiter.rolloutId();
        long now = task.now();
        Schedule schedule = new Schedule(Admission.arrivedAt(waiter.place()), now, limits.deadline(rolloutId, now));
        store.place.clear();
        task.setTimer(schedule.deadline());
        admission.began();
        InFlight.Run run = inFlight.add(rolloutId, request, agent(request));
        Query query = request.getQuery();
        PolicyVersion pinned = limits.pinVersion() ? versions.forQuery(query) : null;
        apply(rolloutId, run, run.agent().begin(request, schedule, versionsFor(query), pinned));
    }

    /** Ends the current key's rollout before it began; it leaves a record all the same. */
    void endUnbegun(Admission.Waiter waiter, RolloutRequest request, Termination cause, String error) throws Exception {
        long now = task.now();
        Schedule schedule = new Schedule(Admission.arrivedAt(waiter.place()), now, now);
        admission.began();
        departures.depart(agent(request).neverBegun(request, schedule, Rollouts.ended(cause, error)));
    }

    /** Ends the current key's loop where its deadline is the one that has come. */
    void expire(String rolloutId, long deadline) throws Exception {
        InFlight.Run run = inFlight.get(rolloutId);
        if (run != null && run.loop().deadline() == deadline) {
            Outcome outcome = Rollouts.ended(
                    Termination.DEADLINE,
                    "the loop did not end within " + limits.deadline().toMillis() + " ms, the loop deadline");
            end(rolloutId, run, run.loop(), outcome);
        }
    }

    boolean runs(String rolloutId) {
        return inFlight.get(rolloutId) != null;
    }

    /** Whether ended loops keep their slots because the blob store does not take their records. */
    boolean storeRefuses() {
        return departures.refused();
    }

    /** Gives up every call in the air. */
    void close() {
        inFlight.close();
    }

    private void issue(InFlight.Run run, List<Call> calls) {
        metrics.issued(calls.size());
        for (Call call : calls) {
            CompletableFuture<EffectResult> answer = effects.run(call);
            run.took(call.effect().seq(), answer);
            answer.whenComplete((result, defect) -> {
                boolean wanted = !answer.isCancelled();
                if (wanted && returned.add(new Returned.Completion(call, answer, result, defect))) {
                    task.mail("completions", this::takeReturned);
                }
            });
        }
    }

    private void takeReturned() throws Exception {
        for (Returned.Completion completion : returned.takeAll()) {
            complete(completion);
        }
    }

    private void complete(Returned.Completion completion) throws Exception {
        Call call = completion.call();
        InFlight.Run run = inFlight.get(call.rolloutId());
        if (run == null || !run.landed(call.effect().seq(), completion.answer())) {
            metrics.stale();
            return;
        }
        if (completion.defect() != null) {
            throw new IllegalStateException(
                    "effect " + call.effect() + " of rollout " + call.rolloutId() + " broke its runner",
                    completion.defect());
        }
        task.setKey(call.rolloutId());
        VersionSource source = versionsFor(run.request().getQuery());
        ServedAgent.Step step = run.agent().complete(run.loop(), call, completion.result(), task.now(), source);
        step.part().getEffects().forEach(metrics::completed);
        apply(call.rolloutId(), run, step);
    }

    private void apply(String rolloutId, InFlight.Run run, ServedAgent.Step step) throws Exception {
        store.parts.add(step.part());
        if (step.outcome() == null) {
            moveTo(run, step.loop());
            issue(run, step.calls());
        } else {
            end(rolloutId, run, step.loop(), step.outcome());
        }
    }

    private void moveTo(InFlight.Run run, StoredLoop next) throws Exception {
        store.loop.update(next);
        run.moveTo(next);
    }

    private void end(String rolloutId, InFlight.Run run, StoredLoop last, Outcome outcome) throws Exception {
        task.deleteTimer(last.deadline());
        inFlight.end(rolloutId);
        departures.depart(run.agent().trajectory(run.request(), last, outcome, store.parts.get(), task.now()));
    }

    private VersionSource versionsFor(Query query) {
        return policy -> policy == null || policy.equals(query.getPolicy())
                ? versions.forQuery(query)
                : versions.current(policy);
    }

    private ServedAgent<?> agent(RolloutRequest request) {
        String name = request.getQuery().getAgent();
        ServedAgent<?> agent = agents.get(name);
        if (agent == null) {
            throw new IllegalStateException("state holds a rollout of agent '" + name
                    + "', which this job does not serve; it serves " + agents.keySet()
                    + ". Serve it until its rollouts have ended.");
        }
        return agent;
    }
}
