// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import static dev.eddy.operator.train.Groups.group;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.PolicyUpdate;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Versions are brought to a server before they are announced. */
class DeploymentTest {
    private final Outside outside = new Outside();
    private TrainHarness harness;

    private void start() throws Exception {
        harness = TrainHarness.start(outside, outside.deploying("acticl"));
    }

    @AfterEach
    void stop() throws Exception {
        harness.close();
        outside.close();
    }

    @Test
    void aVersionIsAnnouncedOnceItIsDeployed() throws Exception {
        outside.deployer.loads.close();
        start();
        harness.checkpoint();
        assertThat(harness.updates()).isEmpty();

        outside.deployer.loads.open();
        harness.deliverMail();
        harness.checkpoint();

        assertThat(outside.deployer.served).containsExactly(version(harness.newest("acticl")));
    }

    @Test
    void aServerThatIsNotThereIsTriedAgain() throws Exception {
        outside.deployer.failure = EffectStatus.UNAVAILABLE;
        start();
        harness.checkpoint();
        assertThat(harness.updates()).isEmpty();

        outside.deployer.failure = null;

        announced(1);
        assertThat(harness.counter("policy_server_refusals_total")).isPositive();
        assertThat(harness.counter("policies_not_deployed_total")).isZero();
    }

    @Test
    void aServerThatRefusesAWhileDelaysTheVersion() throws Exception {
        start();
        announced(1);
        outside.deployer.failure = EffectStatus.REJECTED;
        train("a", "b", 0);
        refused(2);
        outside.deployer.failure = null;

        announced(2);

        assertThat(outside.deployer.served).contains(version(harness.newest("acticl")));
        assertThat(harness.counter("policies_not_deployed_total")).isZero();
    }

    @Test
    void aServerThatRefusesForGoodKeepsTheVersionThatItHasAndTrainingGoesOn() throws Exception {
        start();
        announced(1);
        outside.deployer.failure = EffectStatus.REJECTED;
        outside.deployer.failsOnOne = true;
        train("a", "b", 0);
        refused(3);
        train("c", "d", 0);
        refused(5);

        harness.checkpoint();
        assertThat(harness.updates()).hasSize(1);
        assertThat(harness.counter("policies_not_deployed_total")).isEqualTo(1);
        assertThat(outside.deployer.served)
                .as("what one server refuses stays on none")
                .containsExactly(version(harness.newest("acticl")));
        assertThat(harness.receipts())
                .hasSize(4)
                .allSatisfy(receipt -> assertThat(receipt.getFate()).isEqualTo(GroupFate.TRAINED));

        outside.deployer.failure = null;
        announced(2);
        assertThat(harness.newest("acticl").getVersion()).isEqualTo(1);
        assertThat(harness.newest("acticl").getStep()).isEqualTo(2);
    }

    @Test
    void onlyTheNewestAndVersionZeroStay() throws Exception {
        start();
        announced(1);
        for (int step = 0; step < 4; step++) {
            train("a" + step, "b" + step, step);
            announced(step + 2);
        }
        while (outside.deployer.served.size() > 3) { // it is tended now and then
            Thread.onSpinWait();
            harness.checkpoint();
        }

        assertThat(outside.deployer.served).extracting(PolicyVersion::version).containsExactlyInAnyOrder(0L, 3L, 4L);
    }

    @Test
    void whatAServerLosesIsDeployedAgain() throws Exception {
        start();
        announced(1);
        outside.deployer.served.clear();

        while (outside.deployer.served.isEmpty()) {
            Thread.onSpinWait();
            harness.checkpoint();
        }

        assertThat(outside.deployer.served).containsExactly(version(harness.newest("acticl")));
    }

    private void train(String first, String second, long version) throws Exception {
        harness.train(group("acticl", first, version).build());
        harness.train(group("acticl", second, version).build());
    }

    /** Waits for so many announcements. */
    private void announced(int count) throws Exception {
        while (harness.updates().size() < count) {
            Thread.onSpinWait();
            harness.pass(Duration.ofSeconds(1));
            harness.checkpoint();
        }
    }

    /** Waits for so many refusals. */
    private void refused(int count) throws Exception {
        while (harness.counter("policy_server_refusals_total") < count) {
            Thread.onSpinWait();
            harness.pass(Duration.ofSeconds(1));
        }
    }

    private static PolicyVersion version(PolicyUpdate update) {
        return new PolicyVersion(update.getPolicy(), update.getVersion(), update.getSha256());
    }
}
