// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.eddy.picture.Pixels;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class DocumentWorldTest {
    private static final int QUESTIONS = 2_000;

    private final DocumentWorld world = DocumentWorld.open("documents", 7);

    @Test
    void everythingFollowsFromTheSeed() {
        DocumentWorld again = DocumentWorld.open("documents", 7);
        DocumentWorld other = DocumentWorld.open("documents", 8);
        assertThat(again.question(DocumentSplit.TEST, 3)).isEqualTo(world.question(DocumentSplit.TEST, 3));
        assertThat(again.draw(5).samples()).isEqualTo(world.draw(5).samples());
        assertThat(other.question(DocumentSplit.TEST, 3)).isNotEqualTo(world.question(DocumentSplit.TEST, 3));
        assertThat(other.draw(5).samples()).isNotEqualTo(world.draw(5).samples());
    }

    @Test
    void trainingAndTestAskAboutOtherEntities() {
        Set<String> trained = pages(DocumentSplit.TRAIN);
        Set<String> tested = pages(DocumentSplit.TEST);
        assertThat(trained).hasSizeGreaterThan(170).doesNotContainAnyElementsOf(tested);
        assertThat(tested).hasSizeGreaterThan(85);
    }

    private Set<String> pages(DocumentSplit split) {
        Set<String> pages = new HashSet<>();
        LongStream.range(0, QUESTIONS)
                .forEach(number ->
                        pages.add(world.question(split, number).evidence().getPageId()));
        return pages;
    }

    @Test
    void aQuestionHasOneAnswer() {
        Map<String, Fact> asked = new HashMap<>();
        for (int page = 0; page < world.pages(); page++) {
            for (Fact fact : world.plan(page).facts()) {
                String about = page / world.style().pages() + " " + fact.metric() + " " + fact.year();
                assertThat(asked.put(about, fact)).as(about).isNull();
            }
        }
        assertThat(asked).hasSizeGreaterThan(6_000);
    }

    @Test
    void numbersAreRepeatedWhereTheySupportNothing() {
        for (int page = 0; page < world.pages(); page++) {
            List<String> values =
                    world.plan(page).facts().stream().map(Fact::value).toList();
            assertThat(texts(page, "HIGHLIGHT "))
                    .hasSize(1)
                    .allSatisfy(text -> assertThat(values).contains(text));
            assertThat(texts(page, "REF "))
                    .hasSize(1)
                    .allSatisfy(text -> assertThat(values).contains(text.split(" ")));
        }
    }

    private List<String> texts(int page, String beginning) {
        return world.plan(page).marks().stream()
                .filter(Mark.Text.class::isInstance)
                .map(mark -> ((Mark.Text) mark).text())
                .filter(text -> text.startsWith(beginning))
                .map(text -> text.substring(beginning.length()))
                .toList();
    }

    @Test
    void whatSupportsAnAnswerHoldsItsInk() {
        int page = 11;
        Pixels drawn = world.draw(page);
        for (Fact fact : world.plan(page).facts()) {
            PixelBox box = fact.box();
            assertThat(dark(drawn, box)).as(fact.toString()).isPositive();
            PixelBox frame = box.grown(4);
            int around = dark(drawn, frame) - dark(drawn, box);
            assertThat(around).as("ink right outside of " + fact).isZero();
        }
    }

    private static int dark(Pixels page, PixelBox box) {
        return (int) IntStream.range(box.top(), box.bottom())
                .flatMap(y -> IntStream.range(box.left(), box.right())
                        .filter(x -> (page.samples()[y * page.width() + x] & 0xff) < 150))
                .count();
    }

    @Test
    void oneSegmentedBlockHoldsWhatSupportsAnAnswer() {
        assertThat(LegibilityBench.coverage(world, 12)).isEqualTo(1);
    }

    @Test
    void printIsAsLegibleAsItWasMeantToBe() {
        Map<String, Legibility> table = LegibilityBench.table(world, 8);
        Legibility.Share page = table.get("page").shares.get(2);
        assertThat(page.exactNumbers()).as("ordinary numbers on a page").isBetween(0.2, 0.55);
        assertThat(page.exactWords()).as("ordinary words on a page").isBetween(0.2, 0.45);
        assertThat(page.letters()).isBetween(0.7, 0.85);
        assertThat(table.get("page").shares.get(1).exactNumbers())
                .as("fine print on a page")
                .isZero();
        assertThat(table.get("page").shares.get(3).exactWords())
                .as("titles on a page")
                .isGreaterThan(0.9);
        assertThat(table.get("half").shares.get(2).exactWords())
                .as("on half a page")
                .isBetween(0.9, 1.0);
        assertThat(table.get("half").shares.get(1).exactNumbers()).isLessThan(0.1);
        assertThat(table.get("block").shares.get(1).exactWords())
                .as("fine print in a crop")
                .isGreaterThan(0.99);
        assertThat(table.get("block").shares.get(2).exactWords()).isGreaterThan(0.99);
    }

    @Test
    void onLargerPagesOneLookIsNotEnough() {
        DocumentWorld fine = DocumentWorld.open("documents-fine", 7);
        assertThat(LegibilityBench.coverage(fine, 6)).isEqualTo(1);
        Map<String, Legibility> table = LegibilityBench.table(fine, 3);
        assertThat(table.get("page").shares.get(2).exactWords()).isLessThan(0.05);
        assertThat(table.get("half").shares.get(2).exactNumbers()).isBetween(0.2, 0.6);
        assertThat(table.get("half").shares.get(3).exactWords())
                .as("titles on half a page")
                .isGreaterThan(0.85);
        assertThat(table.get("block").shares.get(1).exactWords())
                .as("fine print in a crop")
                .isGreaterThan(0.99);
    }

    @Test
    void aPagesFileHoldsThePage() throws IOException {
        Pixels page = world.draw(0);
        byte[] file = PageFile.png(page);
        Pixels read = Pixels.of(ImageIO.read(new ByteArrayInputStream(file)));
        assertThat(read.bands()).isEqualTo(1);
        assertThat(read.width()).isEqualTo(page.width());
        assertThat(read.samples()).isEqualTo(page.samples());
        assertThat(file).hasSizeLessThan(page.samples().length / 4);
    }

    @Test
    void aWorldThatDoesNotExistIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DocumentWorld.open("books", 7))
                .withMessageContaining("books")
                .withMessageContaining("documents-fine");
    }
}
