// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
    @Test
    void countsInsertionsDeletionsAndReplacements() {
        assertThat(NearestName.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(NearestName.distance("", "abc")).isEqualTo(3);
        assertThat(NearestName.distance("same", "same")).isZero();
    }

    @Test
    void offersTheNearestButNothingFarFetched() {
        List<String> names = List.of("queries", "answers", "labels");

        assertThat(NearestName.to("querys", names)).hasValue("queries");
        assertThat(NearestName.to("zzzzzz", names)).isEmpty();
    }
}
