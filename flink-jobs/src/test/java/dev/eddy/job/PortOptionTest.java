// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.eddy.port.CallLimits;
import dev.eddy.port.CallLimits.Concurrency;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

class PortOptionTest {
    @Test
    void limitsOfCallsGoWithTheChoice() {
        Configuration configuration = Configuration.fromMap(Map.of(
                "eddy.judge.name", "some",
                "eddy.judge.breaker-failures", "4",
                "eddy.judge.breaker-pause", "3 s",
                "eddy.judge.calls-per-second", "0.5",
                "eddy.judge.concurrency", "aimd",
                "eddy.judge.max-concurrency", "64"));
        EddyJob.refuseUnknown(configuration.toMap());

        assertThat(PortOption.JUDGE.choice(configuration).limits())
                .isEqualTo(new CallLimits(4, Duration.ofSeconds(3), 0.5, Concurrency.AIMD, 64));
    }

    @Test
    void whereNothingIsSetOnlyWhatIsRemoteHasABreaker() {
        CallLimits limits = PortOption.JUDGE
                .choice(Configuration.fromMap(Map.of("eddy.judge.name", "some")))
                .limits();

        assertThat(limits).isEqualTo(CallLimits.DEFAULT);
        assertThat(limits.failures(true)).isEqualTo(CallLimits.REMOTE_FAILURES);
        assertThat(limits.failures(false)).isZero();
    }

    @Test
    void aLimitThatCannotBeIsRefusedWithItsOption() {
        Configuration configuration =
                Configuration.fromMap(Map.of("eddy.judge.name", "some", "eddy.judge.max-concurrency", "0"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PortOption.JUDGE.choice(configuration))
                .withMessageContainingAll("eddy.judge.*", "'max-concurrency'", "positive", "got 0");
    }

    @Test
    void aStoreHasNoLimits() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EddyJob.refuseUnknown(Map.of("eddy.blob-store.calls-per-second", "1")));
    }
}
