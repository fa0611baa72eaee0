// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.eddy.effect.EffectLimits;
import dev.eddy.port.CallLimits;
import dev.eddy.port.CallLimits.Concurrency;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.Judge;
import dev.eddy.port.PictureSource;
import dev.eddy.port.PolicyModel;
import java.time.Duration;
import java.util.EnumSet;
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
                "eddy.judge.max-concurrency", "64",
                "eddy.judge.retries", "1",
                "eddy.judge.retry-pause", "2 s",
                "eddy.judge.deadline", "3 min"));
        EddyJob.refuseUnknown(configuration.toMap());

        assertThat(PortOption.JUDGE.choice(configuration).limits())
                .isEqualTo(new CallLimits(
                        4,
                        Duration.ofSeconds(3),
                        0.5,
                        Concurrency.AIMD,
                        64,
                        1,
                        Duration.ofSeconds(2),
                        Duration.ofMinutes(3)));
    }

    @Test
    void whereNothingIsSetOnlyWhatIsRemoteHasABreaker() {
        CallLimits limits = PortOption.JUDGE
                .choice(Configuration.fromMap(Map.of("eddy.judge.name", "some")))
                .limits();

        assertThat(limits).isEqualTo(CallLimits.DEFAULT);
        CallLimits remote = limits.resolved(true, false, Duration.ofDays(1));
        assertThat(remote.breakerFailures()).isEqualTo(CallLimits.REMOTE_FAILURES);
        assertThat(remote.retries()).isEqualTo(CallLimits.REMOTE_RETRIES);
        assertThat(remote.deadline()).isEqualTo(Duration.ofDays(1));
        assertThat(limits.resolved(false, false, Duration.ofDays(1)).breakerFailures())
                .isZero();
    }

    @Test
    void aCacheIsNotAskedAgain() {
        CallLimits limits = PortOption.RESULT_CACHE
                .choice(Configuration.fromMap(Map.of("eddy.result-cache.name", "some")))
                .limits();

        assertThat(limits.retries()).isZero();
        assertThat(limits.deadline()).isNull();
    }

    @Test
    void deadlinesOfEffectsAreThoseOfTheirPorts() {
        Configuration configuration = Configuration.fromMap(Map.of(
                "eddy.policy-model.name", "some",
                "eddy.policy-model.deadline", "10 min",
                "eddy.pictures.deadline", "20 s",
                "eddy.pictures.max-bytes", "1 mb"));
        EddyJob.refuseUnknown(configuration.toMap());

        EffectLimits limits = PictureOptions.limits(configuration)
                .with(PortOption.chosen(configuration, EnumSet.allOf(PortOption.class)));

        assertThat(limits.deadline(PolicyModel.class)).isEqualTo(Duration.ofMinutes(10));
        assertThat(limits.deadline(Judge.class)).isEqualTo(Duration.ofSeconds(60));
        assertThat(limits.deadline(DemonstrationBank.class)).isEqualTo(Duration.ofSeconds(10));
        assertThat(limits.deadline(PictureSource.class)).isEqualTo(Duration.ofSeconds(20));
        assertThat(limits.inspect()).isEqualTo(Duration.ofSeconds(20));
        assertThat(limits.pictureBytes()).isEqualTo(1 << 20);
    }

    @Test
    void boundsOfPicturesThatCannotBeAreRefusedWithTheirOption() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> PictureOptions.limits(Configuration.fromMap(Map.of("eddy.pictures.max-bytes", "3 gb"))))
                .withMessageContaining("'eddy.pictures.max-bytes'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PictureOptions.limits(Configuration.fromMap(Map.of("eddy.pictures.threads", "0"))))
                .withMessageContainingAll("eddy.pictures.*", "pictureThreads");
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
