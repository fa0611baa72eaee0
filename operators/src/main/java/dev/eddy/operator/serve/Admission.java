// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Who runs and who waits in one subtask. Rollouts begin in the order of their places. Those whose policy version is not yet
 * announced stand aside, since the announcement can be read only while the operator reads; they join the queue at their
 * places when it comes. What is here follows from keyed state; it is rebuilt after a restore.
 */
final class Admission {
    private static final long MICROS = 1_000;
    private static final Comparator<Waiter> BY_PLACE =
            Comparator.comparingLong(Waiter::place).thenComparing(Waiter::rolloutId);

    private final int maxInFlight;
    private final int maxParked;
    private final TreeSet<Waiter> parked = new TreeSet<>(BY_PLACE);
    private final Map<String, TreeSet<Waiter>> aside = new HashMap<>();
    private int inFlight;
    private int departing;
    private int asideCount;
    private long lastPlace;
    private boolean paused;

    /** @param place microseconds of arrival, made unique in a subtask: places of two subtasks can be put in one order */
    record Waiter(long place, String rolloutId) {}

    Admission(LoopLimits limits) {
        this.maxInFlight = limits.maxInFlight();
        this.maxParked = limits.maxParked();
    }

    long nextPlace(long nowMillis) {
        lastPlace = Math.max(lastPlace + 1, nowMillis * MICROS);
        return lastPlace;
    }

    /** Epoch milliseconds at which a place was given. */
    static long arrivedAt(long place) {
        return place / MICROS;
    }

    void park(Waiter waiter) {
        parked.add(waiter);
    }

    /** Until a version of the policy is announced. */
    void standAside(String policy, Waiter waiter) {
        if (aside.computeIfAbsent(policy, none -> new TreeSet<>(BY_PLACE)).add(waiter)) {
            asideCount++;
        }
    }

    /** True if it stood aside; it does no more. */
    boolean leaveAside(String policy, Waiter waiter) {
        TreeSet<Waiter> waiters = aside.get(policy);
        boolean left = waiters != null && waiters.remove(waiter);
        asideCount -= left ? 1 : 0;
        return left;
    }

    void announced(String policy) {
        TreeSet<Waiter> waiters = aside.remove(policy);
        if (waiters != null) {
            asideCount -= waiters.size();
            parked.addAll(waiters);
        }
    }

    /** Slots or not, nobody begins while this is so. */
    void pause(boolean now) {
        paused = now;
    }

    boolean paused() {
        return paused;
    }

    private boolean takes() {
        return inFlight < maxInFlight && !paused;
    }

    /** Takes the next in line; null while all slots are taken, or there is a pause, or nobody waits. */
    Waiter next() {
        return takes() ? parked.pollFirst() : null;
    }

    /** True while one more can be taken on, to run or to wait. */
    boolean hasRoom() {
        return takes() || parked.size() < maxParked;
    }

    void began() {
        inFlight++;
    }

    void ended() {
        inFlight--;
    }

    /** One that has ended keeps its slot, since its record waits for the blob store. */
    void departs() {
        departing++;
    }

    void departed() {
        departing--;
    }

    /** True while nobody runs and nobody is in the queue. */
    boolean idle() {
        return inFlight == 0 && parked.isEmpty();
    }

    /** Takes all that stand aside. */
    List<Waiter> takeAside() {
        List<Waiter> taken = aside.values().stream().flatMap(TreeSet::stream).toList();
        aside.clear();
        asideCount = 0;
        return taken;
    }

    int inFlight() {
        return inFlight;
    }

    int departing() {
        return departing;
    }

    int parked() {
        return parked.size();
    }

    int aside() {
        return asideCount;
    }
}
