// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyModel.Request;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.RowScorer;
import dev.eddy.port.Stores;
import dev.eddy.schemas.Decoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Compares a policy whose logits another computes with the same policy in this process. */
public final class ScoredElsewhere {
    private static final int SEEDS = 40;
    private static final int MOST_TOKENS = 2048;

    private ScoredElsewhere() {}

    /** The same calls, sampled many at a time, with the same log-probabilities but for rounding. */
    public static void assertSaysTheSame(
            RowScorer scorer,
            BlobStore blobs,
            PolicyStore policies,
            PolicyVersion version,
            List<List<PromptSegment>> prompts) {
        Stores none = new Stores(Map.of());
        LocalPolicyModel here = new LocalPolicyModel(blobs, policies, none);
        LocalPolicyModel there = new LocalPolicyModel(blobs, policies, scorer, none);
        List<Request> requests = new ArrayList<>();
        for (List<PromptSegment> prompt : prompts) {
            for (int seed = 0; seed < SEEDS; seed++) {
                requests.add(new Request("r" + seed, "r" + seed, version, prompt, MOST_TOKENS, Decoding.SAMPLED, seed));
            }
        }
        List<CompletableFuture<Generation>> answers =
                requests.stream().map(there::generate).toList();
        for (int i = 0; i < answers.size(); i++) {
            Generation expected = here.generate(requests.get(i)).join();
            Generation said = answers.get(i).join();

            assertThat(said.text()).isEqualTo(expected.text());
            for (int token = 0; token < expected.logProbs().length; token++) {
                assertThat((double) said.logProbs()[token]).isCloseTo(expected.logProbs()[token], within(1e-5));
            }
        }
    }
}
