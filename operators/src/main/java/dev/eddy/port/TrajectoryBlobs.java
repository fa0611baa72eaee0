// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.Trajectory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Makes a trajectory whole again, of which parts stand in a blob store. Thread-safe. */
public final class TrajectoryBlobs {
    private static final int SEGMENTS =
            Trajectory.getClassSchema().getField("segments").pos();

    private final BlobStore blobs;
    private final Codec<Trajectory> codec = Codec.of(Trajectory.class);

    public TrajectoryBlobs(BlobStore blobs) {
        this.blobs = blobs;
    }

    /**
     * The whole record, with the tokens of every segment in it. Fails as the store fails, and with INVALID where the blob is
     * no trajectory or another's.
     */
    public CompletableFuture<Trajectory> whole(Trajectory found) {
        if (found.getBlob() == null) {
            return withTokens(found);
        }
        return blobs.get(found.getBlob())
                .thenApply(bytes -> decode(bytes, found))
                .thenCompose(this::withTokens);
    }

    private Trajectory decode(byte[] bytes, Trajectory found) {
        String what = "blob " + found.getBlob() + " of trajectory " + found.getTrajectoryId();
        Trajectory whole;
        try {
            whole = codec.decode(bytes);
        } catch (MalformedRecordException e) {
            throw new PortException(EffectStatus.INVALID, what + " is no trajectory: " + e.getMessage(), e);
        }
        if (!whole.getTrajectoryId().equals(found.getTrajectoryId())) {
            throw new PortException(EffectStatus.INVALID, what + " is trajectory " + whole.getTrajectoryId());
        }
        return whole;
    }

    private CompletableFuture<Trajectory> withTokens(Trajectory trajectory) {
        List<Segment> segments = trajectory.getSegments();
        if (segments.stream().allMatch(TrajectoryBlobs::hasTokens)) {
            return CompletableFuture.completedFuture(trajectory);
        }
        List<CompletableFuture<Segment>> filled =
                segments.stream().map(this::withTokens).toList();
        return CompletableFuture.allOf(filled.toArray(CompletableFuture[]::new))
                .thenApply(done -> withSegments(
                        trajectory, filled.stream().map(CompletableFuture::join).toList()));
    }

    /** Shares all else with the original, which a builder would copy, tokens and all. */
    private static Trajectory withSegments(Trajectory trajectory, List<Segment> segments) {
        Trajectory filled = new Trajectory();
        for (int field = 0; field < trajectory.getSchema().getFields().size(); field++) {
            filled.put(field, trajectory.get(field));
        }
        filled.put(SEGMENTS, segments);
        return filled;
    }

    private CompletableFuture<Segment> withTokens(Segment segment) {
        return hasTokens(segment)
                ? CompletableFuture.completedFuture(segment)
                : blobs.get(segment.getBlob())
                        .thenApply(tokens -> Segment.newBuilder(segment)
                                .setTokens(ByteBuffer.wrap(tokens))
                                .build());
    }

    private static boolean hasTokens(Segment segment) {
        return segment.getBlob() == null || segment.getTokens().hasRemaining();
    }
}
