// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.Agent;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.StateForm;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.LoopSnapshot;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.PendingEffect;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** How the loops of one agent are written into checkpoints. Thread-safe. */
public final class LoopStateForm<S> {
    private final String agent;
    private final StateForm<S> form;
    private final Codec<SpecificRecord> codec;

    public LoopStateForm(Agent<S> agent) {
        this.agent = agent.name();
        this.form = agent.stateForm();
        this.codec = codec(form.recordType());
    }

    @SuppressWarnings("unchecked") // a form writes and reads records of its own type only
    private static Codec<SpecificRecord> codec(Class<? extends SpecificRecord> type) {
        return Codec.of((Class<SpecificRecord>) type);
    }

    public LoopSnapshot toWire(LoopState<S> loop) {
        List<PendingEffect> pending = new ArrayList<>(loop.pending().size());
        for (Pending one : loop.pending()) {
            PolicyVersion version = one.version();
            pending.add(new PendingEffect(
                    one.seq(),
                    one.attempt(),
                    one.issuedAt(),
                    ByteBuffer.wrap(one.requestHash()),
                    version == null ? null : version.policy(),
                    version == null ? -1L : version.version(),
                    version == null ? "" : version.sha256()));
        }
        PolicyVersion pinned = loop.pinned();
        return new LoopSnapshot(
                agent,
                ByteBuffer.wrap(codec.encode(form.toRecord(loop.state()))),
                loop.schedule().arrivedAt(),
                loop.schedule().startedAt(),
                loop.schedule().deadline(),
                pending,
                loop.largestSegment(),
                ByteBuffer.wrap(loop.shownDigest()),
                loop.schedule().prolonged(),
                pinned == null ? null : pinned.policy(),
                pinned == null ? -1L : pinned.version(),
                pinned == null ? "" : pinned.sha256());
    }

    public LoopState<S> fromWire(LoopSnapshot wire) {
        List<Pending> pending = new ArrayList<>(wire.getPending().size());
        for (PendingEffect one : wire.getPending()) {
            PolicyVersion version = version(one.getPolicy(), one.getVersion(), one.getSha256());
            pending.add(new Pending(
                    one.getSeq(), one.getAttempt(), one.getIssuedAt(), Packed.bytes(one.getRequestHash()), version));
        }
        return new LoopState<>(
                form.fromRecord(codec.decode(Packed.bytes(wire.getState()))),
                new Schedule(wire.getArrivedAt(), wire.getStartedAt(), wire.getDeadline(), wire.getProlonged()),
                pending,
                wire.getLargestSegment(),
                Packed.bytes(wire.getShownDigest()),
                version(wire.getPinnedPolicy(), wire.getPinnedVersion(), wire.getPinnedSha256()));
    }

    private static PolicyVersion version(String policy, long version, String sha256) {
        return policy == null ? null : new PolicyVersion(policy, version, sha256);
    }
}
