// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The generated world is about as hard as real drawings are: the table that docs/worlds.md explains. */
class BaselineTableITCase {
    private static final int INSTANCES = 900;
    private static final Path OMNIGLOT =
            Path.of(System.getProperty("eddy.omniglot", "../../shared/data/omniglot/images_background_small1.zip"));

    /** Two standard errors of a share of one half over 300 instances. */
    private static final Offset<Double> SAMPLING = within(0.06);

    /** Measured on the 136 characters of the smaller background set of Omniglot, 2,000 instances a row. */
    private static final double[][] REAL = {
        {1, 512, 0.711, 0.826, 0.916},
        {2, 512, 0.842, 0.922, 0.958},
        {3, 512, 0.891, 0.958, 0.975},
        {1, 1024, 0.648, 0.771, 0.912},
        {2, 1024, 0.771, 0.890, 0.958},
        {3, 1024, 0.850, 0.933, 0.973}
    };

    @Test
    void theGeneratedWorldIsAboutAsHardAsOmniglot() {
        assertAsHardAsOmniglot(Worlds.glyphs());
    }

    @Test
    void omniglotIsAsHardAsItWasMeasured() throws IOException {
        assumeTrue(Files.exists(OMNIGLOT), () -> "there is no " + OMNIGLOT.toAbsolutePath());

        assertAsHardAsOmniglot(World.open(World.OMNIGLOT + OMNIGLOT, 7));
    }

    @Test
    void sizesThatASplitCannotFillAreLeftOut() {
        assertThat(BaselineTable.of(Worlds.glyphs(), Split.STRICT, 30))
                .extracting(BaselineTable.Row::size)
                .containsExactly(512, 512, 512, 1024, 1024, 1024);
        assertThat(BaselineTable.of(Worlds.glyphs(), Split.ALL, 30))
                .extracting(BaselineTable.Row::size)
                .contains(4096);
    }

    private static void assertAsHardAsOmniglot(World world) {
        List<BaselineTable.Row> rows = BaselineTable.of(world, Split.WHOLE, INSTANCES);
        for (int i = 0; i < REAL.length; i++) {
            BaselineTable.Row row = rows.get(i);
            assertThat(row.examples()).isEqualTo((int) REAL[i][0]);
            assertThat(row.size()).isEqualTo((int) REAL[i][1]);
            assertThat(row.mostSimilar()).as("most similar, %s", row).isCloseTo(REAL[i][2], SAMPLING);
            assertThat(row.walk()).as("walk, %s", row).isCloseTo(REAL[i][3], SAMPLING);
            assertThat(row.wholeBank()).as("whole bank, %s", row).isCloseTo(REAL[i][4], SAMPLING);
            assertThat(row.zeroShot()).as("zero-shot, %s", row).isCloseTo(0.29, within(0.03));
            assertThat(row.random()).as("random, %s", row).isCloseTo(0.29, within(0.04));
        }
    }
}
