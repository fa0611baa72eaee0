// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PromptSegment;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.VersionRun;
import java.nio.ByteBuffer;
import java.util.List;

/** Turns effects, results and segments into their records on the trajectory. */
final class Recorder {
    private Recorder() {}

    /** A shared segment names its blob and has its tokens all the same: a driver that has a blob store leaves them to it. */
    static Segment segment(PromptSegment segment) {
        Segment record = segment.toRecord();
        return segment.shared()
                ? Segment.newBuilder(record)
                        .setBlob(Sha256.hex(Packed.bytes(record.getTokens())))
                        .build()
                : record;
    }

    static EffectRecord effect(Effect effect, Pending pending, EffectResult result, Schedule schedule, long now) {
        Failed failed = result instanceof Failed failure ? failure : null;
        Object value = result instanceof Completed completed && !(completed.value() instanceof Generation)
                ? Completions.wire(completed.value())
                : null;
        return new EffectRecord(
                pending.seq(),
                effect.name(),
                ByteBuffer.wrap(pending.requestHash()),
                failed == null ? EffectStatus.OK : failed.status(),
                failed == null ? null : failed.error(),
                value,
                pending.attempt() + 1,
                pending.issuedAt() - schedule.startedAt(),
                now - pending.issuedAt(),
                result.fromJournal());
    }

    /** What a model said, not yet numbered; null for any other completion. */
    static Row row(Effect effect, EffectResult result) {
        if (!(effect instanceof Effect.Generate asked)
                || !(result instanceof Completed completed)
                || !(completed.value() instanceof Generation said)) {
            return null;
        }
        int[] ids = new int[asked.prompt().size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = asked.prompt().get(i).id();
        }
        return new Row(
                -1,
                asked.seq(),
                asked.kind(),
                asked.kind() == RowKind.ANSWER ? asked.answerIndex() : null,
                Packed.ints(ids),
                asked.promptTokens(),
                Packed.ints(said.tokens()),
                ByteBuffer.wrap(said.mask()),
                Packed.floats(said.logProbs()),
                List.of(new VersionRun(
                        said.version().version(),
                        said.tokens().length,
                        said.version().sha256())),
                said.stopReason(),
                false,
                asked.policy() == null ? 1f : 0f);
    }

    /** The same row at its place in the trajectory. */
    static Row numbered(Row row, int index, boolean last) {
        return new Row(
                index,
                row.getEffect(),
                row.getKind(),
                row.getAnswerIndex(),
                row.getPrompt(),
                row.getPromptTokens(),
                row.getResponse(),
                row.getMask(),
                row.getLogProbs(),
                row.getVersions(),
                row.getStopReason(),
                last,
                row.getLossWeight());
    }
}
