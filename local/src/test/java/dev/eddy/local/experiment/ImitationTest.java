// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.local.policy.TrajectoryWriter;
import dev.eddy.schemas.SearchUse;
import dev.eddy.schemas.Trajectory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ImitationTest {
    @Test
    void everyRunIsSeenOnceAnEpochInBatches() {
        List<Trajectory> runs = List.of(run(0, false), run(1, false), run(2, true), run(3, false), run(4, true));
        List<List<Trajectory>> steps = new ArrayList<>();

        new Imitation(3, 2, 0.5).teach(runs, new Random(1), batch -> steps.add(List.copyOf(batch)));

        assertThat(steps).extracting(List::size).containsExactly(2, 2, 1, 2, 2, 1, 2, 2, 1);
        for (int epoch = 0; epoch < 3; epoch++) {
            List<Trajectory> seen = steps.subList(3 * epoch, 3 * epoch + 3).stream()
                    .flatMap(List::stream)
                    .toList();
            assertThat(new HashSet<>(seen)).isEqualTo(new HashSet<>(runs));
        }
    }

    @Test
    void aQuestionTeachesOneRunThatSearchedAndOneThatDidNot() {
        List<Trajectory> runs = List.of(run(0, false), run(1, true), run(2, true), run(3, true));

        List<Trajectory> lessons = Imitation.oneOfEachKind(runs, new Random(1));

        assertThat(lessons).hasSize(2);
        assertThat(lessons.get(0).getSearches()).isNotEmpty();
        assertThat(lessons.get(1)).isEqualTo(runs.get(0));
        assertThat(Imitation.oneOfEachKind(List.of(), new Random(1))).isEmpty();
    }

    @Test
    void whatCannotTeachIsRefused() {
        assertThatThrownBy(() -> new Imitation(1, 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got 1, 0 and 1.0");
    }

    private static Trajectory run(int rollout, boolean searched) {
        SearchUse search = SearchUse.newBuilder()
                .setQueries(List.of())
                .setSnippets(List.of())
                .build();
        return TrajectoryWriter.answered("a", rollout)
                .setSearches(searched ? List.of(search) : List.of())
                .build();
    }
}
