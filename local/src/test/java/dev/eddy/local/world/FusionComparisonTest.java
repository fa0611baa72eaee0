// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.port.VectorIndex.Row;
import dev.eddy.schemas.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FusionComparisonTest {
    private static final int LENGTH = 16;
    private static final int RECORDS = 300;
    private static final int QUERIES = 30;

    private final Random random = new Random(3);

    /** Where the vectors are. */
    VectorIndex open() throws Exception {
        return new MemoryVectors();
    }

    /** Whether it has a fusion of its own. */
    boolean fuses() {
        return true;
    }

    @Test
    void listsWithoutEqualsAreFusedAlike() throws Exception {
        Optional<FusionComparison> compared = compare(IntStream.range(0, RECORDS)
                .mapToObj(number -> new Row("r" + number, 0, direction()))
                .toList());

        assertThat(compared.isPresent()).isEqualTo(fuses());
        compared.ifPresent(found -> {
            assertThat(found.queries()).isEqualTo(QUERIES);
            assertThat(found.firstOrEqual()).isEqualTo(QUERIES);
            assertThat(found.equal()).isEqualTo(QUERIES);
            assertThat(found.shared()).isGreaterThan(0.9);
            assertThat(found.first()).isBetween(1, QUERIES);
        });
    }

    @Test
    void equalsInAListHaveRanksOfTheirOwnAtAServer() throws Exception {
        float[] same = direction();
        Optional<FusionComparison> compared = compare(IntStream.range(0, RECORDS)
                .mapToObj(number -> new Row("r" + number, 0, number < RECORDS / 2 ? same : direction()))
                .toList());

        assertThat(compared.isPresent()).isEqualTo(fuses());
        compared.ifPresent(found -> assertThat(found.equal()).isLessThan(QUERIES));
    }

    private Optional<FusionComparison> compare(List<Row> rows) throws Exception {
        try (VectorIndex index = open()) {
            Pool pool = new Pool(UUID.randomUUID().toString(), Channel.I2I, LENGTH);
            await(index.write(pool, rows));
            await(index.flush(pool));
            OutsidePool outside = new OutsidePool(index, pool, rows.size(), "load it");
            outside.finish(new ArrayList<>());
            return FusionComparison.of(outside, rows.stream().map(Row::record).toList(), QUERIES);
        }
    }

    private float[] direction() {
        float[] direction = new float[LENGTH];
        double square = 0;
        for (int i = 0; i < LENGTH; i++) {
            direction[i] = (float) random.nextGaussian();
            square += direction[i] * direction[i];
        }
        for (int i = 0; i < LENGTH; i++) {
            direction[i] /= (float) Math.sqrt(square);
        }
        return direction;
    }
}
