// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.port.EffectRunner.Call;
import dev.eddy.rollout.Replay.Difference;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.Trajectory;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Finds where a replay leaves its record. Times, attempts and what a cluster adds are not compared. */
final class Comparison {
    private static final String NOTHING = "nothing";

    private Comparison() {}

    /** @param call what the machine asks under the same number; null for nothing */
    static Optional<Difference> effect(EffectRecord recorded, Call call) {
        String asked = recorded.getKind() + " " + HexFormat.of().formatHex(Packed.bytes(recorded.getRequestHash()));
        String asks = call == null
                ? NOTHING
                : call.effect().name() + " " + HexFormat.of().formatHex(call.requestHash());
        return differ("effect " + recorded.getSeq(), asked, asks);
    }

    static Optional<Difference> of(Trajectory recorded, Trajectory replayed) {
        return steps(recorded.getSteps(), replayed.getSteps())
                .or(() -> differ("termination", recorded.getTermination(), replayed.getTermination()))
                .or(() -> differ("answers", recorded.getAnswers(), replayed.getAnswers()))
                .or(() -> differ("context", recorded.getContext(), replayed.getContext()))
                .or(() -> differ("forced", recorded.getForced(), replayed.getForced()))
                .or(() -> differ("trainable", recorded.getTrainable(), replayed.getTrainable()))
                .or(() -> differ("error", recorded.getError(), replayed.getError()))
                .or(() -> differ("citation", recorded.getCitation(), replayed.getCitation()))
                .or(() -> differ("crops", recorded.getCrops(), replayed.getCrops()))
                .or(() -> differ("stats", recorded.getStats(), replayed.getStats()))
                .or(() -> differ("settings", recorded.getSettings(), replayed.getSettings()))
                .or(() -> differ("template", recorded.getTemplateHash(), replayed.getTemplateHash()));
    }

    private static Optional<Difference> steps(List<Step> recorded, List<Step> replayed) {
        for (int i = 0; i < Math.max(recorded.size(), replayed.size()); i++) {
            Object before = i < recorded.size() ? recorded.get(i) : NOTHING;
            Object now = i < replayed.size() ? replayed.get(i) : NOTHING;
            Optional<Difference> difference = differ("step " + i, before, now);
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    static Optional<Difference> differ(String where, Object recorded, Object replayed) {
        return Objects.equals(recorded, replayed)
                ? Optional.empty()
                : Optional.of(new Difference(where, String.valueOf(recorded), String.valueOf(replayed)));
    }
}
