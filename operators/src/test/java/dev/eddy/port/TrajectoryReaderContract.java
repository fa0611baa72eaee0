// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link TrajectoryReader} does. */
public abstract class TrajectoryReaderContract {
    private TrajectoryReader reader;

    protected abstract TrajectoryReader open() throws Exception;

    /** Makes trajectories readable, in this order and spread over the partitions as it likes; answers where each stands. */
    protected abstract List<TrajectoryRef> write(List<Trajectory> trajectories) throws Exception;

    /** The store in which the reader looks for blobs. */
    protected abstract BlobStore blobs();

    @BeforeEach
    void openReader() throws Exception {
        reader = open();
    }

    @AfterEach
    void closeReader() {
        reader.close();
    }

    @Test
    void trajectoriesComeInTheOrderAskedForAlsoTwice() throws Exception {
        List<Trajectory> written = some(3);
        List<TrajectoryRef> refs = write(written);

        List<Trajectory> read = await(reader.read(List.of(refs.get(2), refs.get(0), refs.get(2), refs.get(1))));

        assertThat(read).containsExactly(written.get(2), written.get(0), written.get(2), written.get(1));
        assertThat(await(reader.read(List.of()))).isEmpty();
    }

    @Test
    void requestsInAnyOrderAndManyAtOnceAreAllAnswered() throws Exception {
        List<Trajectory> written = some(400);
        List<TrajectoryRef> refs = write(written);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(3));

        List<CompletableFuture<List<Trajectory>>> reads =
                order.stream().map(i -> reader.read(List.of(refs.get(i)))).toList();

        for (int i = 0; i < reads.size(); i++) {
            assertThat(await(reads.get(i))).containsExactly(written.get(order.get(i)));
        }
    }

    @Test
    void whatWasWrittenAfterAReadIsFoundToo() throws Exception {
        await(reader.read(write(some(2))));
        List<Trajectory> later = some(2);

        assertThat(await(reader.read(write(later)))).isEqualTo(later);
    }

    @Test
    void aRecordInTheBlobStoreIsFetchedWhole() throws Exception {
        String tokens = await(blobs().put(Packed.bytes(Packed.ints(7, 300, 9))));
        Trajectory whole = trajectory()
                .setSegments(List.of(
                        segment(0).setTokens(Packed.ints(1, 2)).build(),
                        segment(1)
                                .setTokens(Packed.ints())
                                .setTokenCount(3)
                                .setBlob(tokens)
                                .build()))
                .build();
        Trajectory stub = Trajectory.newBuilder(whole)
                .setSegments(List.of())
                .setBlob(await(blobs().put(Codec.of(Trajectory.class).encode(whole))))
                .build();

        Trajectory read = await(reader.read(write(List.of(stub)))).get(0);

        assertThat(read.getTrajectoryId()).isEqualTo(whole.getTrajectoryId());
        assertThat(Packed.ints(read.getSegments().get(0).getTokens())).containsExactly(1, 2);
        assertThat(Packed.ints(read.getSegments().get(1).getTokens())).containsExactly(7, 300, 9);
    }

    @Test
    void aBlobOfAnotherTrajectoryIsInvalid() throws Exception {
        String other =
                await(blobs().put(Codec.of(Trajectory.class).encode(trajectory().build())));
        String garbage = await(blobs().put("garbage".getBytes(UTF_8)));
        List<TrajectoryRef> refs = write(List.of(
                trajectory().setBlob(other).build(),
                trajectory().setBlob(garbage).build()));

        assertFails(reader.read(refs.subList(0, 1)), EffectStatus.INVALID);
        assertFails(reader.read(refs.subList(1, 2)), EffectStatus.INVALID);
    }

    @Test
    void whatIsNotThereIsRejectedWithItsPlaceAndOthersAreStillRead() throws Exception {
        List<Trajectory> written = some(1);
        TrajectoryRef there = write(written).get(0);
        TrajectoryRef beyond =
                TrajectoryRef.newBuilder(there).setOffset(1_000_000).build();
        TrajectoryRef elsewhere =
                TrajectoryRef.newBuilder(there).setPartition(77).build();

        CompletableFuture<List<Trajectory>> gone = reader.read(List.of(there, beyond));
        CompletableFuture<List<Trajectory>> unknown = reader.read(List.of(elsewhere));

        assertThat(await(reader.read(List.of(there)))).isEqualTo(written);
        assertFails(gone, EffectStatus.REJECTED)
                .hasMessageContaining(there.getTopic())
                .hasMessageContaining("1000000");
        assertFails(unknown, EffectStatus.REJECTED).hasMessageContaining("77");
    }

    @Test
    void aReferenceToAnotherTopicIsRejected() throws Exception {
        TrajectoryRef ref = TrajectoryRef.newBuilder(write(some(1)).get(0))
                .setTopic("passwords")
                .build();

        assertFails(reader.read(List.of(ref)), EffectStatus.REJECTED).hasMessageContaining("passwords");
    }

    /** Small trajectories with ids of their own. */
    protected static List<Trajectory> some(int count) {
        List<Trajectory> trajectories = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            trajectories.add(trajectory().build());
        }
        return trajectories;
    }

    private static Trajectory.Builder trajectory() {
        String id = UUID.randomUUID().toString();
        return Trajectory.newBuilder()
                .setTrajectoryId(id + "/0")
                .setGroupId(id)
                .setGroupSize(1)
                .setRolloutIndex(0)
                .setQuery(Query.newBuilder()
                        .setQueryId(id)
                        .setAgent("acticl")
                        .setPolicy("acticl")
                        .setMode("trained")
                        .setPictures(List.of())
                        .setText("which?")
                        .build())
                .setSource(new SourcePosition("queries", 0, 0L))
                .setTermination(Termination.ANSWERED);
    }

    private static Segment.Builder segment(int id) {
        return Segment.newBuilder().setId(id).setKind("query").setTokenCount(2);
    }
}
