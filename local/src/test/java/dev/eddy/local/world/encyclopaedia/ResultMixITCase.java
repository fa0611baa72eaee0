// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.world.encyclopaedia.ResultMix.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The world is as docs/worlds.md says: it was fitted to this before any policy learnt in it, and is frozen. */
class ResultMixITCase {
    private final ResultMix mix = new ResultMix(Encyclopaedia.open(7));

    @Test
    void aPlainQueryFindsTheMixOfResultsThatTheWorldWasFittedTo() {
        Map<String, Double> found = mix.measure(200, "");

        assertThat(found.get(Kind.GOOD.name())).isBetween(24.0, 32.0);
        assertThat(found.get(Kind.OUTDATED.name())).isBetween(6.0, 11.0);
        assertThat(found.get(Kind.CONTRADICTORY.name())).isBetween(27.0, 34.0);
        assertThat(found.get(Kind.NOISE.name())).isBetween(5.0, 11.0);
        assertThat(found.get(Kind.OFF_TOPIC.name()) + found.get(Kind.OTHER.name()))
                .isBetween(10.0, 18.0);
        assertThat(found.get(Kind.LOOK_ALIKE.name())).isBetween(9.0, 17.0);
        assertThat(found.get("no useful result")).isBetween(18.0, 26.0);
        assertThat(found.get("majority right")).isBetween(34.0, 49.0);
    }

    @Test
    void officialSitesAreRightMoreOftenAndRecentPagesOutdatedLessOften() {
        Map<String, Double> plain = mix.measure(200, "");

        assertThat(mix.measure(200, " official").get(Kind.CONTRADICTORY.name()))
                .isLessThan(plain.get(Kind.CONTRADICTORY.name()) - 5);
        assertThat(mix.measure(200, " latest").get(Kind.OUTDATED.name())).isLessThan(plain.get(Kind.OUTDATED.name()));
    }

    @Test
    void thumbnailsTellOrganisationsApartButSomeHaveTheWrongTitle() {
        Map<String, Double> found = mix.thumbnails(480);

        assertThat(found.get("own thumbnail first")).isGreaterThan(97);
        assertThat(found.get("right title first")).isBetween(87.0, 95.0);
        assertThat(found.get("right title in five")).isBetween(88.0, 97.0);
    }
}
