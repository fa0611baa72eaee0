// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.report;

import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Trajectory;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Counts the effects of trajectories. Not thread-safe. */
final class EffectCount {
    private final Map<String, Long> failed = new TreeMap<>();
    private long issued;
    private long fromJournal;
    private long paidAgain;
    private boolean incomplete;

    EffectCount() {
        for (EffectStatus status : EffectStatus.values()) {
            if (status != EffectStatus.OK) {
                failed.put(name(status), 0L);
            }
        }
    }

    void add(Trajectory trajectory) {
        incomplete |= trajectory.getBlob() != null;
        for (EffectRecord effect : trajectory.getEffects()) {
            issued += effect.getAttempts();
            if (effect.getFromJournal()) {
                fromJournal++;
            } else {
                paidAgain += effect.getAttempts() - 1;
            }
            failed.computeIfPresent(name(effect.getStatus()), (status, count) -> count + 1);
        }
    }

    Ledger.Effects close() {
        return incomplete ? null : new Ledger.Effects(issued, fromJournal, Map.copyOf(failed), paidAgain);
    }

    private static String name(EffectStatus status) {
        return status.name().toLowerCase(Locale.ROOT);
    }
}
