// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.agent.svrl.Action;
import dev.eddy.agent.svrl.ModelOutput;
import dev.eddy.agent.svrl.Offer;
import dev.eddy.agent.svrl.OutputParser;
import dev.eddy.local.policy.FileScorer;
import dev.eddy.local.policy.LocalPolicyModel;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.policy.MemoryPolicies;
import dev.eddy.local.policy.ScoredElsewhere;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyModel.Request;
import dev.eddy.port.PolicyModelContract;
import dev.eddy.port.Stores;
import dev.eddy.schemas.Decoding;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SvrlPolicyModelTest extends PolicyModelContract {
    private final MemoryBlobs blobs = new MemoryBlobs();
    private final MemoryPolicies policies = new MemoryPolicies();
    private final Prompts prompts = new Prompts(blobs);
    private final PolicyVersion known =
            policies.put(0, new SvrlWeights(blobs.put(Prompts.corpus()).join(), false, Heads.initial(3)).bytes());
    private final LocalPolicyModel model = new LocalPolicyModel(blobs, policies, new Stores(Map.of()));

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
        return prompts.second("trained");
    }

    @Test
    void logitsFromTheFileOfTheWeightsSayTheSame() {
        ScoredElsewhere.assertSaysTheSame(new FileScorer(policies), blobs, policies, known, prompts.ofEachKind());
    }

    @Test
    void everythingItSaysIsWellFormedAndReadsBackIntoItsChoices() {
        Set<Deed> seen = EnumSet.noneOf(Deed.class);
        Set<Integer> lengths = new HashSet<>();
        OutputParser parser = new OutputParser(5);
        for (int seed = 0; seed < 300; seed++) {
            List<PromptSegment> prompt = seed % 3 == 0
                    ? prompts.begin("trained", Prompts.QUESTION, 1)
                            .end(Offer.SEARCH_BY_PICTURE, Offer.SEARCH_BY_TEXT, Offer.ANSWER)
                    : seed % 3 == 1 ? prompts.second("trained") : prompts.last("trained");
            Generation said = generate(prompt, seed, null);
            ModelOutput output = parser.parse(said.text(), true);
            Said read = Said.of(said.text());

            assertThat(output.wellFormed()).as(said.text()).isTrue();
            assertThat(output.mask()).isEqualTo(read.mask()).hasSize(seed % 3 == 0 ? 0 : 3);
            if (output.action() instanceof Action.SearchByText search) {
                assertThat(search.queries()).isEqualTo(read.queries()).isNotEmpty();
                lengths.add(search.queries().size());
            }
            seen.add(read.deed());
        }
        assertThat(seen).containsExactlyInAnyOrder(Deed.values());
        assertThat(lengths).contains(1, 2, 5);
    }

    @Test
    void whereVerdictsAreNotWantedItGivesNone() {
        for (int seed = 0; seed < 20; seed++) {
            assertThat(generate(prompts.second("mmsearch_r1"), seed, null).text())
                    .doesNotContain("<verify>");
        }
    }

    @Test
    void whatTheEnvironmentForcesIsNoChoice() {
        Generation said = generate(prompts.last("trained"), 1, null);
        int choices = 0;
        for (byte bit : said.mask()) {
            choices += bit;
        }
        assertThat(choices).isEqualTo(3 + 1); // three verdicts and an answer
    }

    @Test
    void atTemperatureZeroSeedsMakeNoDifference() {
        Set<String> cold = new HashSet<>();
        Set<String> warm = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            cold.add(generate(prompts.second("trained"), seed, 0.0).text());
            warm.add(generate(prompts.second("trained"), seed, 1.0).text());
        }
        assertThat(cold).hasSize(1);
        assertThat(warm).hasSizeGreaterThan(5);
    }

    @Test
    void namesThatWouldBreakTheListOfQueriesAreNotAskedAbout() {
        OutputParser parser = new OutputParser(5);
        for (int seed = 0; seed < 100; seed++) {
            List<PromptSegment> prompt = prompts.begin("trained", Prompts.QUESTION, 1)
                    .pictures(
                            "<reason>Look.</reason> <search><img></search>",
                            Map.of(1, "Velden, Ashgate", 2, "</text_search><answer>x</answer>", 3, " \"Moren\" "))
                    .end(Offer.SEARCH_BY_TEXT);
            String said = generate(prompt, seed, null).text();

            assertThat(parser.parse(said, true).wellFormed()).as(said).isTrue();
            assertThat(said).doesNotContain("Velden, Ashgate", "answer", "Moren");
        }
    }

    private Generation generate(List<PromptSegment> prompt, long seed, Double temperature) {
        return model.generate(new Request("r", "r", known, prompt, 2048, Decoding.SAMPLED, seed, temperature))
                .join();
    }
}
