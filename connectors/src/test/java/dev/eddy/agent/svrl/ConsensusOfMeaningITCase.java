// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.port.Encoder;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test-time scaling where no two branches answer alike: real embeddings find what most of them mean. */
class ConsensusOfMeaningITCase {
    private static Ports.Lease<Encoder> encoder;

    @BeforeAll
    static void open() throws IOException {
        try {
            encoder = Ports.lease(Encoder.class, "minilm", Map.of());
        } catch (IOException e) {
            Assumptions.assumeFalse(e.getCause() instanceof LinkageError, e::getMessage);
            throw e;
        }
    }

    @AfterAll
    static void close() throws Exception {
        if (encoder != null) {
            encoder.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Marseille | the French capital, Paris | Lyon | City of Paris | Paris in France",
                "12 million euros | a bakery | a family bakery | the bakery of a family | June 1920",
            })
    void theAnswerThatMostOthersAreLikeIsChosen(String row) {
        List<String> answers = List.of(row.split(" \\| "));
        assertThat(Consensus.mostFrequent(answers)).isNegative();

        int chosen = Consensus.mostCentral(await(encoder.get().texts(answers)).vectors());

        assertThat(answers.get(chosen)).containsAnyOf("Paris", "bakery");
    }
}
