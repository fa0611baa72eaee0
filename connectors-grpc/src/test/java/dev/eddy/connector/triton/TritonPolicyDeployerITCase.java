// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.connector.policy.PolicyModelNames;
import dev.eddy.port.PolicyDeployer;
import dev.eddy.schemas.EffectStatus;
import io.grpc.InsecureServerCredentials;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Versions on two servers in this process. */
class TritonPolicyDeployerITCase {
    private static final PolicyVersion VERSION = new PolicyVersion("acticl", 3, "ab".repeat(32));
    private static final String MODEL = PolicyModelNames.of(VERSION);

    private FakeTriton first;
    private FakeTriton second;
    private PolicyDeployer deployer;

    @BeforeEach
    void start() throws Exception {
        first = new FakeTriton();
        second = new FakeTriton();
        deployer =
                new TritonPolicyDeployer.Factory().open(Map.of("endpoint", first.endpoint() + "," + second.endpoint()));
    }

    @AfterEach
    void stop() throws Exception {
        deployer.close();
        first.close();
        second.close();
    }

    @Test
    void aVersionIsOnEachServerOrItIsNotServed() {
        first.with(MODEL, (request, answers) -> {});
        assertThat(await(deployer.serves(VERSION))).isFalse();

        await(deployer.deploy(VERSION, new byte[1]));

        assertThat(await(deployer.serves(VERSION))).isTrue();
        assertThat(first.loads).hasValue(0); // it was there
        assertThat(second.loads).hasValue(1);
    }

    @Test
    void aVersionIsTakenFromEachServerThatHasIt() {
        await(deployer.deploy(VERSION, new byte[1]));

        await(deployer.retire(VERSION));

        assertThat(first.has(MODEL)).isFalse();
        assertThat(second.has(MODEL)).isFalse();
        await(deployer.retire(VERSION)); // again
    }

    @Test
    void aVersionThatOneServerCannotLoadIsNotDeployed() {
        second.failLoads();

        assertFails(deployer.deploy(VERSION, new byte[1]), EffectStatus.REJECTED)
                .hasMessageContaining(second.endpoint());

        assertThat(await(deployer.serves(VERSION))).isFalse();
    }

    @Test
    void aServerThatIsDownFailsTheWholeUntilItIsBack() throws Exception {
        String endpoint = second.endpoint();
        second.close();

        assertFails(deployer.deploy(VERSION, new byte[1]), EffectStatus.UNAVAILABLE)
                .hasMessageContaining(endpoint);
        assertThat(first.loads).hasValue(0);
        assertFails(deployer.serves(VERSION), EffectStatus.UNAVAILABLE).hasMessageContaining(endpoint);
        assertFails(deployer.retire(VERSION), EffectStatus.UNAVAILABLE).hasMessageContaining(endpoint);

        int port = Integer.parseInt(endpoint.substring(endpoint.indexOf(':') + 1));
        second = new FakeTriton(port, InsecureServerCredentials.create());
        while (deployer.deploy(VERSION, new byte[1])
                .handle((done, failure) -> failure != null)
                .join()) {
            Thread.onSpinWait(); // until the channel connects again
        }
        assertThat(second.has(MODEL)).isTrue();
        assertThat(await(deployer.serves(VERSION))).isTrue();
    }
}
