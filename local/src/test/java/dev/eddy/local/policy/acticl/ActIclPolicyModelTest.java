// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.local.policy.FileScorer;
import dev.eddy.local.policy.LocalPolicyModel;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.policy.MemoryPolicies;
import dev.eddy.local.policy.ScoredElsewhere;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyModel.Request;
import dev.eddy.port.PolicyModelContract;
import dev.eddy.port.PortException;
import dev.eddy.port.RowScorer;
import dev.eddy.port.Stores;
import dev.eddy.schemas.Decoding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ActIclPolicyModelTest extends PolicyModelContract {
    private final MemoryBlobs blobs = new MemoryBlobs();
    private final MemoryPolicies policies = new MemoryPolicies();
    private final Prompts prompts = new Prompts(blobs);
    private final PolicyVersion known =
            policies.put(0, Weights.initial(Weights.Scale.DEFAULT, 3).bytes());
    private final LocalPolicyModel model = open(blobs);

    @Override
    protected PolicyModel open() {
        return model;
    }

    @Override
    protected Tokenizer tokenizer() {
        return WordTokenizer.instance();
    }

    @Override
    protected PolicyVersion known() {
        return known;
    }

    @Override
    protected List<PromptSegment> prompt() {
        return prompts.acting();
    }

    @Test
    void everyCallReadsBackIntoItsChoicesWithOneMaskedTokenEach() {
        List<Action.Kind> seen = new ArrayList<>();
        for (int seed = 0; seed < 400; seed++) {
            Generation said = generate(prompts.acting(), Decoding.SAMPLED, seed);

            List<Action> actions = ToolCalls.actions(said.text());
            int masked = 0;
            for (byte bit : said.mask()) {
                masked += bit;
            }
            assertThat(actions).as(said.text()).hasSize(masked).isNotEmpty();
            actions.forEach(action -> seen.add(action.kind()));
        }
        assertThat(seen).contains(Action.Kind.values());
    }

    @Test
    void logitsFromTheFileOfTheWeightsSayTheSame() {
        ScoredElsewhere.assertSaysTheSame(new FileScorer(policies), blobs, policies, known, prompts.ofEachKind());
    }

    @Test
    void givingUpACallGivesUpTheScoringThatIsOut() {
        CompletableFuture<float[][]> never = new CompletableFuture<>();
        LocalPolicyModel elsewhere =
                new LocalPolicyModel(blobs, policies, new NeverScorer(never), new Stores(Map.of()));
        CompletableFuture<Generation> call =
                elsewhere.generate(new Request("r#1", "r", known, prompts.acting(), 99, Decoding.GREEDY, 1));
        assertThat(call).isNotDone();

        call.cancel(true);

        assertThat(never).isCancelled();
    }

    private record NeverScorer(CompletableFuture<float[][]> answer) implements RowScorer {
        @Override
        public CompletableFuture<float[][]> score(PolicyVersion version, String network, float[][] rows) {
            return answer;
        }

        @Override
        public void close() {}
    }

    @Test
    void aGreedyCallDependsOnNoSeed() {
        assertThat(generate(prompts.acting(), Decoding.GREEDY, 1).text())
                .isEqualTo(generate(prompts.acting(), Decoding.GREEDY, 2).text());
    }

    @Test
    void anAnswerFollowsTheDemonstrationThatLooksAlike() {
        List<PromptSegment> prompt = prompts.begin()
                .text("Answer the question.")
                .shot(2, "dax")
                .shot(1, "wug")
                .ask(1)
                .end();

        assertThat(generate(prompt, Decoding.GREEDY, 1).text()).isEqualTo("<answer>wug</answer>");
    }

    @Test
    void anEmptyContextLeavesAFairGuess() {
        List<PromptSegment> prompt = prompts.begin().ask(1).end();
        List<String> answers = new ArrayList<>();
        for (int seed = 0; seed < 300; seed++) {
            answers.add(generate(prompt, Decoding.GREEDY, seed).text());
        }

        for (String name : List.of("dax", "wug", "blick")) {
            assertThat(Collections.frequency(answers, "<answer>" + name + "</answer>"))
                    .isBetween(70, 130);
        }
    }

    @Test
    void aCallThatWouldBeTooLongIsRejected() {
        Request request = new Request("r", "r", known, prompts.acting(), 5, Decoding.GREEDY, 1);

        assertThatThrownBy(() -> model.generate(request).join())
                .hasCauseInstanceOf(PortException.class)
                .hasMessageContaining("may take 5");
    }

    @Test
    void aPictureIsWaitedForAndFetchedOnce() {
        List<PromptSegment> prompt = prompts.acting();
        List<CompletableFuture<byte[]>> asked = new ArrayList<>();
        LocalPolicyModel slow = open(new BlobStore() {
            @Override
            public CompletableFuture<String> put(byte[] bytes) {
                return blobs.put(bytes);
            }

            @Override
            public CompletableFuture<byte[]> get(String sha256) {
                CompletableFuture<byte[]> pending = new CompletableFuture<>();
                asked.add(pending.thenCompose(ready -> blobs.get(sha256)));
                asked.add(pending);
                return asked.get(asked.size() - 2);
            }

            @Override
            public void close() {}
        });
        Request request = new Request("r", "r", known, prompt, 1024, Decoding.GREEDY, 1);

        CompletableFuture<Generation> first = slow.generate(request);
        CompletableFuture<Generation> second = slow.generate(request);
        assertThat(first).isNotDone();
        int pictures = asked.size() / 2;
        for (int i = 1; i < 2 * pictures; i += 2) {
            asked.get(i).complete(new byte[0]);
        }

        assertThat(first).isDone();
        assertThat(second.join().text()).isEqualTo(first.join().text());
        assertThat(slow.generate(request)).isDone();
        assertThat(asked).hasSize(2 * pictures).hasSize(2 * 6);
    }

    @Test
    void weightsOfAnotherShapeAreRefused() {
        PolicyVersion broken = policies.put(8, new byte[50]);
        byte[] truncated =
                Arrays.copyOf(Weights.initial(Weights.Scale.DEFAULT, 3).bytes(), 100);

        assertThatThrownBy(() -> model.generate(new Request("r", "r", broken, prompts.acting(), 99, Decoding.GREEDY, 1))
                        .join())
                .hasCauseInstanceOf(PortException.class)
                .hasMessageContaining("no weights");
        assertThatThrownBy(() -> Weights.of(truncated)).hasMessageContaining("100 bytes are no weights");
    }

    private LocalPolicyModel open(BlobStore store) {
        return new LocalPolicyModel(store, policies, new Stores(Map.of()));
    }

    private Generation generate(List<PromptSegment> prompt, Decoding decoding, long seed) {
        return model.generate(new Request("r", "r", known, prompt, 1024, decoding, seed))
                .join();
    }
}
