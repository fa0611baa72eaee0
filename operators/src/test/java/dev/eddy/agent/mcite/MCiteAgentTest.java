// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import static dev.eddy.agent.mcite.TestRun.ANSWER;
import static dev.eddy.agent.mcite.TestRun.CROP;
import static dev.eddy.agent.mcite.TestRun.SEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.PromptSegment;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.ShownPicture;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.Termination;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The loop as it is meant to go. */
class MCiteAgentTest {
    @Test
    void searchesCropsAndAnswersWithACitation() {
        TestRun run = TestRun.saying(SEARCH, CROP, ANSWER);

        assertThat(run.kinds()).containsExactly("generate", "search-pages", "generate", "crop", "generate");
        assertThat(run.errors()).containsExactly("ok", "ok", "ok");
        assertThat(run.outcome.termination()).isEqualTo(Termination.ANSWERED);
        assertThat(run.outcome.trainable()).isTrue();
        assertThat(run.outcome.answers()).containsExactly("4,512");
        assertThat(run.outcome.context()).containsExactly("p3");
        assertThat(run.outcome.crops()).containsExactly(part("p3", 155, 618, 775, 1546, 980, 3920));
        assertThat(run.outcome.citation()).isEqualTo(part("p3", 155, 620, 775, 1546, 980, 3920));
    }

    @Test
    void asksTheIndexForTheModelsWordsAndTheCorpusOfTheQuery() {
        TestRun run = TestRun.saying(SEARCH, ANSWER);

        assertThat(run.effects(Effect.SearchPages.class))
                .containsExactly(new Effect.SearchPages(1, "reports", "akita revenue", 10));
    }

    @Test
    void aPromptIsAllOfTheRunSoFarAndTheTurnsThatAreLeft() {
        TestRun run = TestRun.saying(SEARCH, CROP, ANSWER);

        assertThat(run.shown(0))
                .isEqualTo("question: What was the net revenue of Akita in 2021?\ntool turns left: 4\n");
        assertThat(run.shown(2)).isEqualTo("""
                question: What was the net revenue of Akita in 2021?
                turn 1
                <think>the report</think><search>akita revenue</search>
                page 1 shown 316 x 1267

                turn 2
                <bbox>[50, 200, 250, 500]</bbox>
                crop of page 1 at [50.0, 199.7, 249.9, 499.7] shown 517 x 775

                tool turns left: 2
                """);
        assertThat(run.prompt(2))
                .extracting(PromptSegment::kind)
                .containsExactly("instructions", "question", "call", "page", "call", "crop", "left");
    }

    @Test
    void picturesNameThePageAndThePartOfIt() {
        TestRun run = TestRun.of(new FakePages().rendering("c".repeat(64)).says(SEARCH, CROP, ANSWER));

        List<ShownPicture> pictures = run.prompt(2).stream()
                .flatMap(segment -> segment.pictures().stream())
                .toList();
        String page = FakePages.picture("p3", 0, 0).getSha256();
        assertThat(pictures).extracting(ShownPicture::getSha256).containsExactly(page, page);
        assertThat(pictures).extracting(ShownPicture::getRegion).containsExactly(null, new Region(155, 618, 775, 1546));
        assertThat(pictures).extracting(ShownPicture::getRendered).containsExactly(null, "c".repeat(64));
        assertThat(pictures).extracting(ShownPicture::getWidth).containsExactly(316, 517);
        assertThat(pictures).extracting(ShownPicture::getHeight).containsExactly(1267, 775);
        assertThat(pictures)
                .allSatisfy(picture -> assertThat(picture.getTokenCount())
                        .isEqualTo(picture.getGridW() * picture.getGridH() / 4)
                        .isBetween(380, 404));
    }

    @Test
    void aCropIsAskedForAtItsDisplaySize() {
        TestRun run = TestRun.saying(SEARCH, CROP, ANSWER);

        assertThat(run.effects(Effect.Crop.class))
                .containsExactly(new Effect.Crop(
                        3, FakePages.picture("p3", 980, 3920), new Region(155, 618, 775, 1546), 517, 775, true));
    }

    @Test
    void trainingMayDoWithoutPicturesOfCrops() {
        MCiteAgent agent = TestRun.agent(Map.of("render-crops", "but_training"));
        for (Purpose purpose : Purpose.values()) {
            TestRun run = TestRun.of(
                    agent,
                    TestRun.query("trained").setPurpose(purpose).build(),
                    new FakePages().says(SEARCH, CROP, ANSWER));

            assertThat(run.effects(Effect.Crop.class))
                    .extracting(Effect.Crop::rendered)
                    .containsExactly(purpose != Purpose.TRAIN);
        }
    }

    @Test
    void eachSearchShowsTheBestPageThatWasNotShownYet() {
        TestRun run = TestRun.saying(SEARCH, SEARCH, SEARCH, ANSWER);

        assertThat(run.outcome.context()).containsExactly("p3", "p1", "p9");
        assertThat(run.steps)
                .extracting(Step::getFeedback)
                .startsWith(
                        "{\"status\":\"ok\",\"page\":\"p3\",\"rank\":1}",
                        "{\"status\":\"ok\",\"page\":\"p1\",\"rank\":2}",
                        "{\"status\":\"ok\",\"page\":\"p9\",\"rank\":3}");
        assertThat(run.outcome.citation().getPageId()).as("the newest page").isEqualTo("p9");
    }

    @Test
    void boxesReferToThePageWhateverWasCropped() {
        String inner = "<bbox>[100, 300, 200, 400]</bbox>";
        TestRun run = TestRun.saying(SEARCH, CROP, inner, ANSWER);

        assertThat(run.outcome.crops())
                .extracting(PageRegion::getRegion)
                .containsExactly(new Region(155, 618, 775, 1546), new Region(310, 928, 620, 1237));
    }

    @Test
    void aCropOfACropIsAPartOfItWhereBoxesReferToTheLastView() {
        FakePages outside = new FakePages()
                .says(
                        SEARCH,
                        CROP,
                        "<bbox>[100, 100, 300, 400]</bbox>",
                        "<answer>4,512</answer><cite>[0, 0, 1000, 1000]</cite>");
        TestRun run = TestRun.of(
                TestRun.agent(Map.of("coords-frame", "last_view")),
                TestRun.query("trained").build(),
                outside);

        assertThat(run.outcome.crops().get(1).getRegion()).isEqualTo(new Region(274, 737, 514, 1096));
        assertThat(run.outcome.citation().getRegion())
                .as("what the nested crop showed of the page, and beyond")
                .isEqualTo(new Region(274, 737, 929, 1393));
    }

    @Test
    void theAncestorsFrameSendsANestedCropElsewhere() {
        FakePages outside = new FakePages().says(SEARCH, CROP, "<bbox>[100, 100, 300, 400]</bbox>", ANSWER);
        TestRun run = TestRun.of(
                TestRun.agent(Map.of("coords-frame", "vrag_compat")),
                TestRun.query("trained").build(),
                outside);

        assertThat(run.outcome.crops().get(1).getRegion()).isEqualTo(new Region(189, 505, 568, 2023));
    }

    @Test
    void aNewPageIsTheFrameOfWhatFollows() {
        TestRun run = TestRun.saying(SEARCH, CROP, SEARCH, "<bbox>[0, 0, 278, 360]</bbox>", ANSWER);

        assertThat(run.outcome.crops().get(1)).isEqualTo(part("p1", 0, 0, 850, 1100, 1700, 2200));
    }

    @Test
    void figuresTellWhatTheRunDid() {
        TestRun run = TestRun.saying(SEARCH, "nonsense", CROP, ANSWER);

        assertThat(run.outcome.stats())
                .containsEntry("actions", 4.0)
                .containsEntry("invalidActions", 1.0)
                .containsEntry("invalid.NO_ACTION", 1.0)
                .containsEntry("searches", 1.0)
                .containsEntry("crops", 1.0)
                .containsEntry("pages", 1.0)
                .containsEntry("entropy", 2.0)
                .containsEntry("clippedBoxes", 0.0)
                .containsEntry("cropShare", 620.0 * 928 / (980 * 3920));
    }

    @Test
    void stepsTellWhatWasAskedAndWhereOnThePageItLies() {
        TestRun run = TestRun.saying(SEARCH, CROP, ANSWER);

        assertThat(run.steps).extracting(Step::getAction).containsExactly("search", "crop", "answer");
        assertThat(run.steps)
                .extracting(Step::getArguments)
                .containsExactly(
                        "{\"query\":\"akita revenue\"}",
                        "{\"box\":[50.0,200.0,250.0,500.0]}",
                        "{\"text\":\"4,512\",\"box\":[50.0,200.5,250.0,500.0]}");
        assertThat(run.steps.get(1).getFeedback())
                .isEqualTo("{\"status\":\"ok\",\"page\":\"p3\",\"region\":[155,618,775,1546]}");
    }

    private static PageRegion part(String page, int left, int top, int right, int bottom, int width, int height) {
        return new PageRegion(
                page,
                new Region(left, top, right, bottom),
                width,
                height,
                FakePages.picture(page, 0, 0).getSha256());
    }
}
