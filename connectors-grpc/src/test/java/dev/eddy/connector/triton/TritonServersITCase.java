// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.connector.policy.PolicyModelNames;
import dev.eddy.connector.qwen.QwenTokenizer;
import dev.eddy.connector.qwen.SmallQwen;
import dev.eddy.connector.qwen.TestPictures;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectStatus;
import io.grpc.InsecureServerCredentials;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A policy on several servers in this process: which one a rollout's calls go to. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TritonServersITCase {
    private static final QwenTokenizer TOKENIZER = SmallQwen.tokenizer();
    private static final PolicyVersion VERSION = new PolicyVersion("acticl", 3, "ab".repeat(32));
    private static final PolicyVersion UNKNOWN = new PolicyVersion("acticl", 4, "cd".repeat(32));
    private static final String MODEL = PolicyModelNames.of(VERSION);
    private static final FakeVllm HEALTHY = new FakeVllm(TOKENIZER, SmallQwen.VISION);
    private static final FakeTriton.Model HANGING = (request, answers) -> {};
    private static final FakeTriton.Model CUTTING = (request, answers) -> answers.onCompleted();
    private static final String FOR_LONG = "3600000";
    private static final int FAILURES = 3;
    private static final int ROLLOUTS = 60;

    private final List<FakeTriton> servers = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        for (int i = 0; i < 3; i++) {
            servers.add(new FakeTriton().with(MODEL, HEALTHY));
        }
    }

    @AfterEach
    void stop() throws Exception {
        for (FakeTriton server : servers) {
            server.close();
        }
    }

    private String endpoints() {
        return servers.stream().map(FakeTriton::endpoint).collect(Collectors.joining(", "));
    }

    private static PolicyModel open(String endpoints, String ejectMs) throws Exception {
        Map<String, String> settings = new HashMap<>(TritonPolicyModelITCase.settings(endpoints));
        settings.put("deadline-ms", "1000");
        settings.put("eject-failures", Integer.toString(FAILURES));
        settings.put("eject-ms", ejectMs);
        return new TritonPolicyModel.Factory().open(settings);
    }

    private static CompletableFuture<Generation> generate(PolicyModel model, int rollout, PolicyVersion version) {
        return model.generate(new PolicyModel.Request(
                rollout + "#1",
                Integer.toString(rollout),
                version,
                TestPictures.shown(TOKENIZER).subList(0, 1),
                9,
                Decoding.GREEDY,
                1));
    }

    /** The server that a rollout's call went to, by its place in the list. */
    private int place(PolicyModel model, int rollout) {
        List<Integer> before = asked();
        await(generate(model, rollout, VERSION));
        List<Integer> after = asked();
        return IntStream.range(0, servers.size())
                .filter(i -> after.get(i) > before.get(i))
                .findFirst()
                .orElseThrow();
    }

    private List<Integer> asked() {
        return servers.stream().map(server -> server.requests.size()).toList();
    }

    private List<Integer> places(PolicyModel model) {
        return IntStream.range(0, ROLLOUTS)
                .mapToObj(rollout -> place(model, rollout))
                .toList();
    }

    @Test
    void aRolloutKeepsToOneServerAndRolloutsSpread() throws Exception {
        try (PolicyModel model = open(endpoints(), FOR_LONG)) {
            List<Integer> places = places(model);

            assertThat(places(model)).isEqualTo(places);
            for (Integer server : List.of(0, 1, 2)) {
                assertThat(places).filteredOn(server::equals).hasSizeBetween(ROLLOUTS / 6, ROLLOUTS / 2);
            }
        }
    }

    @Test
    void theOrderOfTheListIsOfNoConsequence() throws Exception {
        List<String> names = servers.stream().map(FakeTriton::endpoint).toList();
        try (PolicyModel model = open(endpoints(), FOR_LONG);
                PolicyModel other = open(names.get(2) + "," + names.get(0) + "," + names.get(1), FOR_LONG)) {
            assertThat(places(other)).isEqualTo(places(model));
        }
    }

    private void assertEjected(PolicyModel model, List<Integer> places, EffectStatus failure) {
        int rollout = places.indexOf(0);
        for (int i = 0; i < FAILURES; i++) {
            assertFails(generate(model, rollout, VERSION), failure);
        }

        List<Integer> moved = places(model);

        for (int i = 0; i < ROLLOUTS; i++) {
            if (places.get(i) == 0) {
                assertThat(moved.get(i)).isNotZero();
            } else {
                assertThat(moved.get(i)).isEqualTo(places.get(i));
            }
        }
        assertThat(moved).filteredOn(place -> place == 1).isNotEmpty();
        assertThat(moved).filteredOn(place -> place == 2).isNotEmpty();
        assertThat(places(model)).isEqualTo(moved);
    }

    @Test
    void aServerThatHangsIsEjected() throws Exception {
        try (PolicyModel model = open(endpoints(), FOR_LONG)) {
            List<Integer> places = places(model);
            servers.get(0).with(MODEL, HANGING);

            assertEjected(model, places, EffectStatus.TIMEOUT);
        }
    }

    @Test
    void whatAServerThatHangsRefusesAtOnceDoesNotCount() throws Exception {
        try (PolicyModel model = open(endpoints(), FOR_LONG)) {
            List<Integer> places = places(model);
            int rollout = places.indexOf(0);
            servers.get(0).with(MODEL, HANGING);
            for (int i = 0; i < FAILURES; i++) {
                assertFails(generate(model, rollout, VERSION), EffectStatus.TIMEOUT);
                if (i < FAILURES - 1) {
                    assertFails(generate(model, rollout, UNKNOWN), EffectStatus.REJECTED)
                            .hasMessageContaining(servers.get(0).endpoint());
                }
            }

            assertThat(place(model, rollout)).isNotZero();
        }
    }

    @Test
    void aServerThatCutsItsStreamsIsEjected() throws Exception {
        try (PolicyModel model = open(endpoints(), FOR_LONG)) {
            List<Integer> places = places(model);
            servers.get(0).with(MODEL, CUTTING);

            assertEjected(model, places, EffectStatus.UNAVAILABLE);
        }
    }

    @Test
    void aQuestionThatNoServerCanAnswerEjectsNone() throws Exception {
        try (PolicyModel model = open(endpoints(), FOR_LONG)) {
            List<Integer> places = places(model);
            int rollout = places.indexOf(0);
            servers.get(0)
                    .with(MODEL, failing("Error generating stream: The decoder prompt (length 9000) is too long"));
            for (int i = 0; i < 16; i++) {
                assertFails(generate(model, rollout, VERSION), EffectStatus.UNAVAILABLE)
                        .hasMessageContaining("length 9000");
            }
            servers.get(0).with(MODEL, HEALTHY);

            assertThat(places(model)).isEqualTo(places);
        }
    }

    @Test
    void aServerThatSaysThatItsEngineIsDeadIsEjected() throws Exception {
        try (PolicyModel model = open(endpoints(), FOR_LONG)) {
            List<Integer> places = places(model);
            servers.get(0).with(MODEL, failing("Error generating stream: EngineCore encountered an issue. See above"));

            assertEjected(model, places, EffectStatus.UNAVAILABLE);
        }
    }

    private static FakeTriton.Model failing(String text) {
        return (request, answers) -> answers.onNext(FakeTriton.error(text));
    }

    @Test
    void aServerThatDiesIsEjectedAndComesBackOnceItAnswersGenerations() throws Exception {
        try (PolicyModel model = open(endpoints(), "100")) {
            List<Integer> places = places(model);
            int rollout = places.indexOf(0);
            String endpoint = servers.get(0).endpoint();
            servers.get(0).close();
            assertEjected(model, rollout);

            // Started anew, without its models: a trial says so, and it stays out.
            int port = Integer.parseInt(endpoint.substring(endpoint.indexOf(':') + 1));
            servers.set(0, new FakeTriton(port, InsecureServerCredentials.create()));
            awaitFailure(model, rollout, EffectStatus.REJECTED);
            assertThat(place(model, rollout)).isNotZero();

            servers.get(0).with(MODEL, HEALTHY);
            while (outcome(model, rollout) != null || place(model, rollout) != 0) {
                Thread.onSpinWait();
            }
            assertThat(places(model)).isEqualTo(places);
        }
    }

    private void assertEjected(PolicyModel model, int rollout) {
        for (int i = 0; i < FAILURES; i++) {
            assertFails(generate(model, rollout, VERSION), EffectStatus.UNAVAILABLE);
        }
        assertThat(place(model, rollout)).isNotZero();
    }

    /** Until a trial fails so; a trial of a connection that is not up again yet fails otherwise. */
    private static void awaitFailure(PolicyModel model, int rollout, EffectStatus wanted) {
        while (outcome(model, rollout) != wanted) {
            Thread.onSpinWait();
        }
    }

    /** How a call failed; null where it did not. */
    private static EffectStatus outcome(PolicyModel model, int rollout) {
        return generate(model, rollout, VERSION)
                .handle((said, failure) -> failure == null ? null : ((PortException) failure).status())
                .join();
    }

    @Test
    void withAllEjectedACallGoesToTheFirstOfItsOrder() throws Exception {
        try (PolicyModel model = open(endpoints(), FOR_LONG)) {
            int place = place(model, 0);
            servers.forEach(server -> server.with(MODEL, CUTTING));
            for (int i = 0; i < FAILURES * servers.size(); i++) {
                assertFails(generate(model, 0, VERSION), EffectStatus.UNAVAILABLE);
            }

            servers.forEach(server -> server.with(MODEL, HEALTHY));

            assertThat(place(model, 0)).isEqualTo(place);
        }
    }

    @Test
    void aSingleServerIsNeverLeftOut() throws Exception {
        try (PolicyModel model = open(servers.get(0).endpoint(), FOR_LONG)) {
            servers.get(0).with(MODEL, CUTTING);
            for (int i = 0; i < 2 * FAILURES; i++) {
                assertFails(generate(model, i, VERSION), EffectStatus.UNAVAILABLE);
            }

            servers.get(0).with(MODEL, HEALTHY);

            assertThat(places(model)).containsOnly(0);
        }
    }

    @Test
    void aListWithAServerTwiceOrWithNoneIsRefused() {
        String endpoint = servers.get(0).endpoint();

        assertThatThrownBy(() -> open(endpoint + "," + endpoint, FOR_LONG))
                .hasMessageContaining("'endpoint'")
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> open(endpoint + ",", FOR_LONG)).hasMessageContaining("'endpoint'");
    }
}
