// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrpcFailuresTest {
    @Test
    void whatAServersCodeThrowsMayBeThePromptsFaultAndNothingElses() {
        for (Status thrown : List.of(Status.INTERNAL, Status.UNKNOWN)) {
            PortException generation = GrpcFailures.ofGeneration("a call", thrown);
            PortException other = GrpcFailures.of("a call", thrown);

            assertThat(List.of(generation.status(), other.status()))
                    .as("may be tried again")
                    .containsOnly(EffectStatus.UNAVAILABLE);
            assertThat(generation.inconclusive()).isTrue();
            assertThat(other.inconclusive()).isFalse();
            assertThat(generation).hasMessage(other.getMessage());
        }
        assertThat(GrpcFailures.ofGeneration("a call", Status.UNAVAILABLE).inconclusive())
                .isFalse();
    }
}
