// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EddyJobTest {
    @Test
    void aJobIsNamedByTheOnlyArgument() {
        assertThat(EddyJob.named(new String[] {"train"})).isEqualTo(EddyJob.TRAIN);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EddyJob.named(new String[0]))
                .withMessageContainingAll("serve, reward, train, eval, collect", "[]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EddyJob.named(new String[] {"sevre"}))
                .withMessageContainingAll("'sevre'", "serve");
    }

    @Test
    void anUnknownOptionIsRefusedWithTheNearest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EddyJob.refuseUnknown(Map.of("eddy.loop.max-inflight", "3")))
                .withMessageContainingAll("'eddy.loop.max-inflight'", "did you mean 'eddy.loop.max-in-flight'?");
        assertThatNoException()
                .isThrownBy(() -> EddyJob.refuseUnknown(
                        Map.of("eddy.kafka.client.acks", "all", "eddy.blob-store.settings", "a:b", "rest.port", "1")));
    }

    @Test
    void aJobWithoutCheckpointsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EddyJob.main(new String[] {"eval"}))
                .withMessageContaining("execution.checkpointing.interval");
    }
}
