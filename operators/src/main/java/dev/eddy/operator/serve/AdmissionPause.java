// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.effect.PortGuard;
import dev.eddy.port.PolicyModel;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * When no rollout begins: while the breaker of the policy model, without which no loop can go on, is open. Once its pause is over one
 * rollout begins, whose call is the trial, and the others after that has succeeded. Task thread only.
 */
final class AdmissionPause {
    /** A trial that is over is followed by mail, but for one whose call is then made again. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final List<PortGuard> models;
    private final Predicate<String> runs;
    private String trial;

    /**
     * None yet.
     *
     * @param guards of all ports
     * @param runs whether the loop of a rollout has begun and not ended
     */
    AdmissionPause(List<PortGuard> guards, Predicate<String> runs) {
        this.models =
                guards.stream().filter(guard -> guard.isOf(PolicyModel.class)).toList();
        this.runs = runs;
    }

    /** After how long to look again whether a rollout may begin; zero if one may. */
    Duration left() {
        for (PortGuard model : models) {
            Duration left = left(model);
            if (!left.isZero()) {
                return left;
            }
        }
        return Duration.ZERO;
    }

    private Duration left(PortGuard model) {
        if (model.underTrial()) {
            return LOOK_AGAIN;
        }
        Duration refuses = model.refusesFor();
        return refuses.isZero() && model.wantsTrial() && trial != null && runs.test(trial) ? LOOK_AGAIN : refuses;
    }

    /** Told of each that begins, before it does. */
    void begins(String rolloutId) {
        trial = models.stream().anyMatch(PortGuard::wantsTrial) ? rolloutId : null;
    }
}
