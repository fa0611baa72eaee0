// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyDeployer;
import dev.eddy.port.RealServices;
import dev.eddy.port.RowScorer;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Small networks on a real server: loads, switches, unloads, and what is refused. */
@Tag("real-services")
class RealTritonSmallPolicyITCase {
    private static final String POLICY = "twice.as-much";

    private static final List<PolicyVersion> DEPLOYED = new ArrayList<>();

    private static PolicyDeployer deployer;
    private static RowScorer scorer;

    @BeforeAll
    static void open() throws Exception {
        Map<String, String> settings = Map.of("endpoint", RealServices.up("triton"));
        deployer = new TritonPolicyDeployer.Factory().open(settings);
        scorer = new TritonRowScorer.Factory().open(settings);
    }

    @AfterAll
    static void close() throws Exception {
        for (PolicyVersion version : DEPLOYED) {
            await(deployer.retire(version));
        }
        deployer.close();
        scorer.close();
    }

    /** A network 'times' of two inputs, whose output is factor times their sum, and 'plus', which adds it to one. */
    private static byte[] weights(float factor) {
        byte[] header = ("{'times.0.weight':{'dtype':'F32','shape':[2,1],'data_offsets':[0,8]},"
                        + "'plus.0.weight':{'dtype':'F32','shape':[1,1],'data_offsets':[8,12]},"
                        + "'plus.0.bias':{'dtype':'F32','shape':[1],'data_offsets':[12,16]}}")
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8);
        ByteBuffer file = ByteBuffer.allocate(8 + header.length + 16).order(ByteOrder.LITTLE_ENDIAN);
        file.putLong(header.length).put(header);
        file.putFloat(factor).putFloat(factor).putFloat(1).putFloat(factor);
        return file.array();
    }

    private static PolicyVersion version(long number, float factor) {
        return new PolicyVersion(POLICY, number, Sha256.hex(weights(factor)));
    }

    private static PolicyVersion deploy(long number, float factor) throws Exception {
        PolicyVersion version = version(number, factor);
        DEPLOYED.add(version);
        await(deployer.deploy(version, weights(factor)));
        return version;
    }

    @Test
    void versionsComeStaySideBySideAndGo() throws Exception {
        PolicyVersion first = deploy(0, 2);
        PolicyVersion second = deploy(1, 3);
        deploy(1, 3); // again
        assertThat(await(scorer.score(first, "times", new float[][] {{1, 2}, {3, 4}})))
                .isDeepEqualTo(new float[][] {{6}, {14}});
        assertThat(await(scorer.score(second, "times", new float[][] {{1, 2}}))).isDeepEqualTo(new float[][] {{9}});

        await(deployer.retire(first));
        await(deployer.retire(first)); // again

        assertThat(await(deployer.serves(first))).isFalse();
        assertThat(await(deployer.serves(second))).isTrue();
        assertFails(scorer.score(first, "times", new float[][] {{1, 2}}), EffectStatus.REJECTED)
                .hasMessageContaining(first.sha256().substring(0, 12));
        assertThat(await(scorer.score(second, "plus", new float[][] {{1}}))).isDeepEqualTo(new float[][] {{4}});
    }

    @Test
    void aVersionThatIsRetiredEndsItsCallsFirst() throws Exception {
        PolicyVersion version = deploy(10, 2);
        List<CompletableFuture<float[][]>> answers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            answers.add(scorer.score(version, "plus", new float[][] {{i}}));
        }
        await(answers.get(0)); // so that the server has them, in the order of one connection

        await(deployer.retire(version));

        for (int i = 0; i < answers.size(); i++) {
            CompletableFuture<float[][]> answer = answers.get(i);
            if (answer.handle((logits, failure) -> failure == null).join()) {
                assertThat(await(answer)).isDeepEqualTo(new float[][] {{i + 2}});
            } else {
                assertFails(answer, EffectStatus.REJECTED);
            }
        }
    }

    @Test
    void callsAtOnceGetTheirOwnAnswers() throws Exception {
        PolicyVersion version = deploy(20, 2);
        List<CompletableFuture<float[][]>> answers = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            answers.add(
                    i % 2 == 0
                            ? scorer.score(version, "times", new float[][] {{i, 1}, {1, i}, {i, i}})
                            : scorer.score(version, "plus", new float[][] {{i}}));
        }
        for (int i = 0; i < answers.size(); i++) {
            assertThat(await(answers.get(i)))
                    .isDeepEqualTo(
                            i % 2 == 0 ? new float[][] {{2 * i + 2}, {2 * i + 2}, {4 * i}} : new float[][] {{i + 2}});
        }
    }

    @Test
    void whatNoNetworkTakesIsRefused() throws Exception {
        PolicyVersion version = deploy(21, 2);

        assertFails(scorer.score(version, "nothing", new float[][] {{1}}), EffectStatus.REJECTED)
                .hasMessageContaining("nothing")
                .hasMessageContaining("times");
        assertFails(scorer.score(version, "times", new float[][] {{1}}), EffectStatus.REJECTED)
                .hasMessageContaining("1 inputs");
        assertThat(await(scorer.score(version, "plus", new float[][] {}))).isEmpty();
    }

    @Test
    void weightsThatAreNoneAreRefused() {
        byte[] none = new byte[50];
        PolicyVersion version = new PolicyVersion(POLICY, 22, Sha256.hex(none));

        assertFails(deployer.deploy(version, none), EffectStatus.REJECTED);
    }
}
