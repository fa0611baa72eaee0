// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.judge;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.world.documents.DocumentQuestion;
import dev.eddy.local.world.documents.DocumentSplit;
import dev.eddy.local.world.documents.DocumentWorld;
import dev.eddy.port.Judge;
import dev.eddy.port.JudgeContract;
import dev.eddy.port.Stores;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Region;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class ReadingJudgeTest extends JudgeContract {
    private static final int QUESTIONS = 20;

    private final MemoryBlobs blobs = new MemoryBlobs();
    private final ReadingJudge judge = open();

    @Override
    protected ReadingJudge open() {
        return new ReadingJudge(blobs, new Stores(Map.of()));
    }

    @Test
    void aCitationSupportsWhatCanBeReadInIt() throws IOException {
        DocumentWorld world = DocumentWorld.open("documents", 7);
        Map<String, Integer> pages = new HashMap<>();
        for (int page = 0; page < world.pages(); page++) {
            pages.put(world.pageId(page), page);
        }
        int supported = 0;
        for (int number = 0; number < QUESTIONS; number++) {
            DocumentQuestion question = world.question(DocumentSplit.TEST, number);
            PageRegion evidence = onPicture(world, pages, question.evidence());
            supported += supports(judge, question, question.answer(), evidence) ? 1 : 0;

            assertThat(supports(judge, question, "77,777,777", evidence))
                    .as(question.text())
                    .isFalse();
            assertThat(supports(judge, question, question.answer(), corner(evidence)))
                    .as("an empty margin")
                    .isFalse();
        }

        assertThat(supported).isGreaterThanOrEqualTo(QUESTIONS * 8 / 10);
    }

    @Test
    void aCitationThatCannotBeReadGetsNoVerdict() {
        PageRegion nameless = new PageRegion("p", new Region(0, 0, 9, 9), 9, 9, null);
        PageRegion absent = new PageRegion("p", new Region(0, 0, 9, 9), 9, 9, "a".repeat(64));

        assertFails(judge.supports("?", "a", nameless), EffectStatus.INVALID).hasMessageContaining("page p");
        assertFails(judge.supports("?", "a", absent), EffectStatus.REJECTED);
    }

    private static boolean supports(Judge judge, DocumentQuestion question, String answer, PageRegion citation) {
        return await(judge.supports(question.text(), answer, citation)).accepted();
    }

    private PageRegion onPicture(DocumentWorld world, Map<String, Integer> pages, PageRegion evidence)
            throws IOException {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(world.draw(pages.get(evidence.getPageId())).image(), "png", png);
        return PageRegion.newBuilder(evidence)
                .setSha256(blobs.put(png.toByteArray()).join())
                .build();
    }

    private static PageRegion corner(PageRegion of) {
        return PageRegion.newBuilder(of).setRegion(new Region(0, 0, 60, 60)).build();
    }
}
