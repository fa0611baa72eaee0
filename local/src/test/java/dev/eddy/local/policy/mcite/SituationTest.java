// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PromptSegment;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.vision.page.Box;
import dev.eddy.schemas.Region;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SituationTest {
    private final MemoryBlobs blobs = new MemoryBlobs();
    private final PagePrompts prompts = new PagePrompts(blobs);
    private final MCiteMind mind = MCiteMind.of(blobs);

    @Test
    void whatIsBestLabelledInACropIsTheAnswer() {
        Situation situation = understand(prompts.begin().found().cropped().left(2));
        Candidate best = situation.answers().candidates().stream()
                .filter(answer -> answer.level() == Level.WORD)
                .max(Comparator.comparingDouble(answer -> answer.features()[Feature.LABELLED]))
                .orElseThrow();
        assertThat(best.text()).isEqualTo(prompts.question.answer());
        assertThat(best.features()[Feature.LABELLED]).isGreaterThan(0.5f);
        assertThat(best.features()[Feature.BEST]).isEqualTo(1);
    }

    @Test
    void whatSupportsTheAnswerCanBeCited() {
        Situation situation = understand(prompts.begin().found().cropped().left(2));
        Candidate answer = situation.answers().candidates().stream()
                .filter(candidate -> candidate.text().equals(prompts.question.answer()))
                .findFirst()
                .orElseThrow();
        Region gold = prompts.question.evidence().getRegion();
        double scale = 545 / 2000.0;
        Box there =
                new Box(gold.getLeft(), gold.getTop(), gold.getRight(), gold.getBottom()).mapped(scale, scale, 0, 0);
        Candidate best = situation.citations(answer).candidates().stream()
                .max(Comparator.comparingDouble(candidate -> overlap(candidate.box(), there)))
                .orElseThrow();
        assertThat(overlap(best.box(), there)).isGreaterThan(0.85);
        assertThat(best.features()[Feature.HOLDS_ANSWER]).isGreaterThan(0.99f);
    }

    @Test
    void aPageOffersItsBlocksAndHalves() {
        Options crops = understand(prompts.begin().found().left(3)).crops();
        assertThat(levels(crops)).containsExactlyInAnyOrder(Level.BLOCK, Level.VIEW);
        assertThat(crops.names()).doesNotHaveDuplicates().contains("[0.0, 0.0, 545.0, 368.0]");
        for (int i = 0; i < crops.offsets().length; i++) {
            Level level = crops.candidates().get(i).level();
            long alike = crops.candidates().stream()
                    .filter(candidate -> candidate.level() == level)
                    .count();
            assertThat(Math.exp(-crops.offsets()[i])).isBetween(alike - 0.01, alike + 0.01);
        }
    }

    @Test
    void aCropOffersItsRowsToo() {
        Options crops = understand(prompts.begin().found().cropped().left(2)).crops();
        assertThat(levels(crops)).contains(Level.BLOCK, Level.VIEW, Level.ROW);
    }

    @Test
    void answersAreNumbersAndRowsOfWhatWasShownLast() {
        Options onPage = understand(prompts.begin().found().left(3)).answers();
        Options inCrop = understand(prompts.begin().found().cropped().left(2)).answers();
        assertThat(levels(onPage)).containsExactlyInAnyOrder(Level.WORD, Level.ROW);
        assertThat(inCrop.names()).hasSizeLessThan(onPage.names().size());
    }

    private static double overlap(Box one, Box other) {
        double shared = one.shared(other);
        return shared / (one.area() + other.area() - shared);
    }

    private static Set<Level> levels(Options options) {
        return options.candidates().stream().map(Candidate::level).collect(Collectors.toSet());
    }

    private Situation understand(List<PromptSegment> prompt) {
        return mind.understand(mind.read(prompt).join());
    }
}
