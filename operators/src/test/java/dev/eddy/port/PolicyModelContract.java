// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Tokenizer;
import dev.eddy.port.PolicyModel.Request;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link PolicyModel} does. */
public abstract class PolicyModelContract {
    private static final int CAP = 1024;

    private PolicyModel model;

    protected abstract PolicyModel open() throws Exception;

    /** The tokenizer of the model. */
    protected abstract Tokenizer tokenizer();

    /** A version whose weights the model can load. */
    protected abstract PolicyVersion known() throws Exception;

    /** A prompt to which the model has more than one thing to say. */
    protected abstract List<PromptSegment> prompt() throws Exception;

    @BeforeEach
    void openModel() throws Exception {
        model = open();
    }

    @AfterEach
    void closeModel() {
        model.close();
    }

    @Test
    void itNamesItsTokenizer() {
        assertThat(model.tokenizer().hash()).isEqualTo(tokenizer().hash());
    }

    @Test
    void aGenerationSaysWithWhatItWasMade() throws Exception {
        Generation said = await(generate(known(), Decoding.SAMPLED, 1));

        assertThat(said.version()).isEqualTo(known());
        assertThat(said.text()).isEqualTo(tokenizer().decode(said.tokens()));
        assertThat(said.tokens()).isNotEmpty().hasSizeLessThanOrEqualTo(CAP);
        assertThat(said.stopReason()).isEqualTo("stop");
    }

    @Test
    void onlyMaskedTokensCarryALogProbability() throws Exception {
        Generation said = await(generate(known(), Decoding.SAMPLED, 2));

        for (int i = 0; i < said.mask().length; i++) {
            assertThat(said.mask()[i]).isIn((byte) 0, (byte) 1);
            assertThat(said.logProbs()[i]).isLessThanOrEqualTo(0);
            if (said.mask()[i] == 0) {
                assertThat(said.logProbs()[i]).isZero();
            }
        }
        assertThat(said.mask()).contains((byte) 1);
    }

    @Test
    void equalSeedsGiveEqualTokensAndOthersSometimesOthers() throws Exception {
        List<String> texts = new ArrayList<>();
        for (int seed = 0; seed < 20; seed++) {
            Generation once = await(generate(known(), Decoding.SAMPLED, seed));
            Generation again = await(generate(known(), Decoding.SAMPLED, seed));
            assertThat(again.tokens()).isEqualTo(once.tokens());
            assertThat(again.logProbs()).isEqualTo(once.logProbs());
            texts.add(once.text());
        }
        assertThat(texts.stream().distinct().count()).isGreaterThan(1);
    }

    @Test
    void weightsThatAreNowhereAreRejected() {
        PolicyVersion missing = new PolicyVersion("acticl", 77, "0".repeat(64));

        assertFails(generate(missing, Decoding.GREEDY, 1), EffectStatus.REJECTED);
    }

    @Test
    void aModelSaysWhatItIs() {
        assertThat(model.card().name()).isNotBlank();
        assertThat(model.card().temperature()).isPositive();
    }

    private CompletableFuture<Generation> generate(PolicyVersion version, Decoding decoding, long seed) {
        try {
            return model.generate(new Request("rollout#1", "rollout", version, prompt(), CAP, decoding, seed));
        } catch (Exception e) {
            throw new AssertionError("a model fails through its future, not by throwing", e);
        }
    }
}
