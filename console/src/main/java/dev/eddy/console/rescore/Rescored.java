// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.rescore;

import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;

/** What a rescoring came to, in trajectories. Not thread-safe. */
public final class Rescored {
    private long written;
    private long compared;
    private long changed;
    private double changes;
    private double largest;
    private double before;
    private double after;
    private long newlyScored;
    private long noLongerScored;
    private long doneBefore;
    private long withoutLabel;
    private long gone;
    private long unreached;

    /** @param old the first reward; null where there was none */
    void wrote(Double old, RewardedTrajectory fresh) {
        written++;
        boolean had = old != null;
        boolean has = fresh.getStatus() == RewardStatus.OK;
        if (had && has) {
            double change = Math.abs(fresh.getReward() - old);
            compared++;
            changed += change > 0 ? 1 : 0;
            changes += change;
            largest = Math.max(largest, change);
            before += old;
            after += fresh.getReward();
        } else if (has) {
            newlyScored++;
        } else if (had) {
            noLongerScored++;
        }
    }

    void doneBefore(int runs) {
        doneBefore += runs;
    }

    void withoutLabel(int runs) {
        withoutLabel += runs;
    }

    void gone(int runs) {
        gone += runs;
    }

    void unreached(int runs) {
        unreached += runs;
    }

    /** Records written. */
    public long written() {
        return written;
    }

    /** Whether anything is left that another attempt may score. */
    public boolean unfinished() {
        return unreached > 0;
    }

    /** For people; without what did not happen. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(written + " written");
        if (compared > 0) {
            out.append(
                    "%n%d of %d rewards changed, by %.4f in the mean of all and %.4f at most; mean reward %.4f, was %.4f"
                            .formatted(
                                    changed,
                                    compared,
                                    changes / compared,
                                    largest,
                                    after / compared,
                                    before / compared));
        }
        add(out, newlyScored, "have a reward that had none");
        add(out, noLongerScored, "have no reward that had one");
        add(out, doneBefore, "had been scored by this scorer before");
        add(out, withoutLabel, "have no label on the topic any more");
        add(out, gone, "are in groups of which a trajectory is no longer on the topic");
        add(out, unreached, "wait for a verifier or judge that could not be reached: run it again");
        return out.toString();
    }

    private static void add(StringBuilder out, long count, String what) {
        if (count > 0) {
            out.append(System.lineSeparator()).append(count).append(' ').append(what);
        }
    }
}
