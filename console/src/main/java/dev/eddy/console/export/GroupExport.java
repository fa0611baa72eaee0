// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.export;

import dev.eddy.connector.kafka.KafkaTrajectoryReader;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.port.Ports;
import dev.eddy.port.TrajectoryReader;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Writes training groups one after the other, with the trajectories that they refer to. A group of which anything is gone is left
 * out and told of: half a group would have wrong advantages. Not thread-safe.
 */
public final class GroupExport implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long PASSED_BYTES = 64L << 20;
    /** What another attempt would not find either. */
    private static final Set<EffectStatus> FOR_GOOD = EnumSet.of(EffectStatus.REJECTED, EffectStatus.INVALID);

    private final Codec<TrainingGroup> codec = Codec.of(TrainingGroup.class);
    private final Predicate<TrainingGroup> wanted;
    private final TrajectoryReader trajectories;
    private final BlobCopies copies;
    private final Consumer<String> problems;
    private long written;
    private long leftOut;

    /**
     * @param blobs closed with this
     * @param pictures where pictures are copied to; null copies none
     * @param problems told why a group is left out
     */
    public GroupExport(
            Properties client,
            Ports.Lease<BlobStore> blobs,
            Predicate<TrainingGroup> wanted,
            Path pictures,
            Consumer<String> problems)
            throws IOException {
        this(
                new KafkaTrajectoryReader(client, blobs, PATIENCE, PASSED_BYTES),
                pictures == null ? null : new BlobCopies(blobs.get(), pictures),
                wanted,
                problems);
    }

    GroupExport(
            TrajectoryReader trajectories,
            BlobCopies copies,
            Predicate<TrainingGroup> wanted,
            Consumer<String> problems) {
        this.trajectories = trajectories;
        this.copies = copies;
        this.wanted = wanted;
        this.problems = problems;
    }

    /**
     * Writes the group that a record of {@code training-groups} holds, if it is wanted, as a line.
     *
     * @throws CompletionException if what the group refers to may be there, but cannot be read now
     */
    public void write(byte[] record, Writer out) {
        TrainingGroup group;
        try {
            group = codec.decode(record);
        } catch (MalformedRecordException e) {
            leaveOut("a record of training-groups", e);
            return;
        }
        if (wanted.test(group)) {
            try {
                List<TrajectoryRef> refs =
                        group.getMembers().stream().map(GroupMember::getRef).toList();
                List<Trajectory> runs = trajectories.read(refs).join();
                String line = GroupLine.of(group, runs);
                if (copies != null) {
                    for (Trajectory run : runs) {
                        copies.copy(run);
                    }
                }
                out.append(line).append('\n').flush();
                written++;
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof PortException gone) || !FOR_GOOD.contains(gone.status())) {
                    throw e;
                }
                leaveOut("group " + group.getGroupId(), e.getCause());
            } catch (MalformedRecordException e) {
                leaveOut("group " + group.getGroupId(), e);
            } catch (IOException e) {
                throw new UncheckedIOException("group " + group.getGroupId() + " cannot be written", e);
            }
        }
    }

    private void leaveOut(String what, Throwable why) {
        leftOut++;
        problems.accept(what + " is left out: " + why.getMessage());
    }

    public long written() {
        return written;
    }

    public long leftOut() {
        return leftOut;
    }

    @Override
    public void close() {
        trajectories.close();
    }
}
