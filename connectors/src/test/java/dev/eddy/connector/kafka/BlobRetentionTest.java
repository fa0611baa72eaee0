// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class BlobRetentionTest {
    private static final Duration MONTH = Duration.ofDays(30);

    @Test
    void blobsAreToOutliveEveryRecordThatMayNameThem() {
        Map<Topic, Optional<Duration>> kept = Map.of(Topic.TRAJECTORIES, Optional.of(MONTH));

        assertThat(BlobRetention.faults(kept, Duration.ofDays(32))).isEmpty();
        assertThat(BlobRetention.faults(kept, Duration.ofDays(32).minusMillis(1)))
                .containsExactly("topic 'trajectories' keeps them 30 d, and a blob may be 2 d older than its record:"
                        + " it takes 32 d");
    }

    @Test
    void noTimeIsLongEnoughForRecordsThatAreKeptForEver() {
        assertThat(BlobRetention.faults(Map.of(Topic.QUERIES, Optional.empty()), Duration.ofDays(100_000)))
                .containsExactly("topic 'queries' keeps them for ever, so blobs must be kept for ever too");
    }

    @Test
    void whoKeepsBlobsForEverAsksNobody() {
        assertThatCode(() -> BlobRetention.check(new Properties(), null, "option"))
                .doesNotThrowAnyException();
    }
}
