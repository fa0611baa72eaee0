// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.port.VectorIndex.Match;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.port.VectorIndex.Row;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.EffectStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link VectorIndex} does that sees at once what was written. */
public abstract class VectorIndexContract {
    private static final float[] EAST = {1, 0};
    private static final float[] NORTH = {0, 1};
    private static final float[] NORTH_EAST = {0.6f, 0.8f};

    private final Pool pool = new Pool(UUID.randomUUID().toString(), Channel.I2I, 2);
    private VectorIndex index;

    /** Opens the port; what other tests wrote may be there. */
    protected abstract VectorIndex open() throws Exception;

    @BeforeEach
    void openIndex() throws Exception {
        index = open();
    }

    @AfterEach
    void closeIndex() {
        index.close();
    }

    @Test
    void findsRecordsByTheirBestRow() {
        write(new Row("a", 0, EAST), new Row("a", 1, NORTH), new Row("b", 0, NORTH_EAST), new Row("c", 0, EAST));

        assertThat(search(List.of(NORTH), List.of(), 2))
                .containsExactlyInAnyOrder(new Match("a", 1), new Match("b", 0.8f));
        assertThat(search(List.of(NORTH, EAST), List.of(), 10))
                .containsExactlyInAnyOrder(new Match("a", 1), new Match("b", 0.8f), new Match("c", 1));
    }

    @Test
    void allThatAreEqualToTheLastAreFoundHoweverManyRowsOneRecordHas() {
        List<Row> rows = new ArrayList<>();
        IntStream.range(0, 50).forEach(number -> rows.add(new Row("many", number, NORTH)));
        IntStream.range(0, 30).forEach(number -> rows.add(new Row("equal" + number, 0, NORTH_EAST)));
        rows.add(new Row("worse", 0, EAST));
        write(rows.toArray(Row[]::new));

        List<Match> found = search(List.of(NORTH), List.of(), 2);

        assertThat(found).hasSize(31).extracting(Match::record).contains("many", "equal0", "equal29");
    }

    @Test
    void onlyMembersCount() {
        String quoted = "it's \"b\" \\ or\nnot";
        write(new Row("a", 0, NORTH), new Row(quoted, 0, EAST), new Row("c", 0, NORTH));

        assertThat(search(List.of(NORTH), List.of(quoted, "nobody"), 5)).containsExactly(new Match(quoted, 0));
    }

    @Test
    void allVectorsOfARecordAreFetched() {
        String quoted = "it's \"b\" \\ or\nnot";
        write(new Row("a", 0, EAST), new Row(quoted, 0, NORTH), new Row(quoted, 1, NORTH_EAST), new Row("c", 0, EAST));

        Map<String, List<float[]>> fetched = await(index.fetch(pool, List.of(quoted, "nobody", "c")));

        assertThat(fetched).containsOnlyKeys(quoted, "c");
        assertThat(fetched.get(quoted)).containsExactlyInAnyOrder(NORTH, NORTH_EAST);
        assertThat(fetched.get("c")).containsExactly(EAST);
    }

    @Test
    void whatIsWrittenAgainIsThereOnce() {
        write(new Row("a", 0, NORTH));
        write(new Row("a", 0, NORTH), new Row("b", 0, EAST));

        assertThat(await(index.count(pool))).isEqualTo(2);
        assertThat(search(List.of(NORTH), List.of(), 5)).hasSize(2);
    }

    @Test
    void poolsDoNotSeeEachOther() {
        write(new Row("a", 0, NORTH));
        Pool other = new Pool(pool.name() + "'", Channel.I2I, 2);

        assertThat(await(index.count(other))).isZero();
        assertThat(await(index.search(other, List.of(NORTH), List.of(), 5))).isEmpty();
        assertThat(await(index.fetch(other, List.of("a")))).isEmpty();
    }

    @Test
    void whatWasNeverWrittenToIsRejected() {
        Pool absent = new Pool("p", Channel.T2I, 7);

        assertFails(index.count(absent), EffectStatus.REJECTED);
        assertFails(index.search(absent, List.of(new float[7]), List.of(), 1), EffectStatus.REJECTED);
        assertFails(index.fetch(absent, List.of("a")), EffectStatus.REJECTED);
    }

    /** Whether it has a fusion of its own. */
    protected boolean fuses() {
        return true;
    }

    @Test
    void itsOwnFusionIsByReciprocalRanksIfItHasOne() {
        float[] eastNorth = {0.8f, 0.6f};
        write(new Row("a", 0, EAST), new Row("b", 0, NORTH), new Row("c", 0, NORTH_EAST), new Row("d", 0, eastNorth));

        for (int time = 0; time < 2; time++) {
            Optional<List<Match>> fused = await(index.fused(pool, List.of(NORTH, NORTH_EAST), 3, 60));

            assertThat(fused.isPresent()).isEqualTo(fuses());
            fused.ifPresent(found -> {
                assertThat(found).extracting(Match::record).containsExactly("c", "b", "d");
                assertThat(found)
                        .extracting(match -> (double) match.score())
                        .usingComparatorForType((left, right) -> Math.abs(left - right) < 1e-6 ? 0 : 1, Double.class)
                        .containsExactly(1 / 62.0 + 1 / 61.0, 1 / 61.0 + 1 / 63.0, 1 / 63.0 + 1 / 62.0);
            });
        }
    }

    private void write(Row... rows) {
        await(index.write(pool, List.of(rows)));
        await(index.flush(pool));
    }

    private List<Match> search(List<float[]> queries, List<String> members, int limit) {
        return await(index.search(pool, queries, members, limit));
    }
}
