// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LifeSignITCase {
    @TempDir
    private Path temp;

    @Test
    void aBeatThatFailsHoweverItDoesIsNotTheLast() throws IOException, InterruptedException {
        CountDownLatch asked = new CountDownLatch(3);
        InstantSource clock = () -> {
            asked.countDown();
            if (asked.getCount() == 1) { // at the first beat
                throw new IllegalStateException("no time");
            }
            return Instant.EPOCH;
        };
        try (LifeSign life = new LifeSign(temp.resolve("life.properties"), Duration.ofHours(1), clock)) {
            life.begin();

            assertThat(asked.await(60, TimeUnit.SECONDS)).as("a second beat").isTrue();
        }
    }
}
