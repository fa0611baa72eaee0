// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.rollout.RolloutId;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Termination;
import java.time.Duration;
import java.util.List;

/** Lets rollouts in: gives each a place, and begins those whose turn it is and whose policy version is announced. */
final class Entrance {
    private final LoopTask task;
    private final LoopStore store;
    private final PolicyVersions versions;
    private final LoopLimits limits;
    private final Admission admission;
    private final AdmissionPause pause;
    private final AgentLoops loops;
    private boolean wakes;
    private long resumedAt = Long.MIN_VALUE;

    Entrance(
            LoopTask task,
            LoopStore store,
            PolicyVersions versions,
            LoopLimits limits,
            Admission admission,
            AdmissionPause pause,
            AgentLoops loops) {
        this.task = task;
        this.store = store;
        this.versions = versions;
        this.limits = limits;
        this.admission = admission;
        this.pause = pause;
        this.loops = loops;
    }

    /** Queues the current key's rollout. */
    void arrive(RolloutRequest request) throws Exception {
        long place = admission.nextPlace(task.now());
        store.request.update(request);
        store.place.update(place);
        admission.park(new Admission.Waiter(place, RolloutId.of(request)));
    }

    /** Queues the current key's rollout at the place that a restored state says. */
    void resume(String rolloutId) throws Exception {
        resumedAt = task.now();
        admission.park(new Admission.Waiter(store.place.value(), rolloutId));
    }

    /** Begins whoever is next while there are slots and there is no pause. */
    void admit() throws Exception {
        for (Admission.Waiter next = next(); next != null; next = next()) {
            task.setKey(next.rolloutId());
            RolloutRequest request = store.request.value();
            Query query = request.getQuery();
            if (versions.forQuery(query) != null) {
                task.deleteTimer(waitEnds(next.place()));
                pause.begins(next.rolloutId());
                loops.begin(next, request);
            } else if (versions.mayCome(query)) {
                task.setTimer(waitEnds(next.place()));
                admission.standAside(query.getPolicy(), next);
            } else {
                String error = version(query) + " is not or no longer known; current is "
                        + versions.current(query.getPolicy()).version();
                task.deleteTimer(waitEnds(next.place()));
                loops.endUnbegun(next, request, Termination.REJECTED, error);
            }
        }
    }

    private Admission.Waiter next() {
        Duration left = pause.left();
        admission.pause(!left.isZero());
        if (admission.paused() && !wakes) {
            wakes = true;
            task.after(
                    left.plusMillis(1), () -> wakes = false); // whatever runs on the task is followed by an admission
        }
        return admission.next();
    }

    /** Ends the current key's rollout where it has waited for its policy for too long. */
    void expire(String rolloutId, long at) throws Exception {
        Long place = store.place.value();
        if (place == null || waitEnds(place) != at) {
            return;
        }
        RolloutRequest request = store.request.value();
        Query query = request.getQuery();
        Admission.Waiter waiter = new Admission.Waiter(place, rolloutId);
        if (admission.leaveAside(query.getPolicy(), waiter)) {
            String error = version(query) + " was not announced within "
                    + limits.policyWait().toMillis() + " ms, the wait for policies";
            loops.endUnbegun(waiter, request, Termination.MODEL_INFRA, error);
        }
    }

    /** Ends all that stand aside, since no announcement can come any more. */
    void close() throws Exception {
        List<Admission.Waiter> aside = admission.takeAside();
        for (Admission.Waiter waiter : aside) {
            task.setKey(waiter.rolloutId());
            RolloutRequest request = store.request.value();
            task.deleteTimer(waitEnds(waiter.place()));
            String error = version(request.getQuery()) + " was not announced before the input ended";
            loops.endUnbegun(waiter, request, Termination.MODEL_INFRA, error);
        }
    }

    /** A wait that ended while no task was there is granted anew: the announcement may still lie in Kafka. */
    private long waitEnds(long place) {
        long ends = Admission.arrivedAt(place) + limits.policyWait().toMillis();
        return ends > resumedAt ? ends : resumedAt + limits.policyWait().toMillis();
    }

    private static String version(Query query) {
        return (query.getPinnedVersion() == null ? "a version" : "version " + query.getPinnedVersion()) + " of policy '"
                + query.getPolicy() + "'";
    }
}
