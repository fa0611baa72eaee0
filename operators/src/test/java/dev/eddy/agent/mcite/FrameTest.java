// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FrameTest {
    private static final View PAGE = view(new Region(0, 0, 980, 3920));
    private static final View CROP = view(new Region(155, 618, 775, 1546));

    @ParameterizedTest
    @CsvSource({"980, 3920, 316, 1267", "1700, 2200, 556, 720", "300, 200, 548, 365", "640, 480, 640, 480"})
    void displaySizesAreThoseOfTheAncestor(int width, int height, int shownWidth, int shownHeight) {
        assertThat(size(width, height)).isEqualTo(new DisplaySize(shownWidth, shownHeight));
    }

    @Test
    void aSliverIsDisplayedAllTheSame() {
        assertThat(DisplaySize.of(100_000_000, 1, 100, 200)).isEqualTo(new DisplaySize(141_421, 1));
    }

    @ParameterizedTest
    @EnumSource(Frame.class)
    void aBoxOnThePageIsTheSameInEveryFrame(Frame frame) {
        assertThat(frame.onPage(new Box(50, 200, 250, 500), PAGE, PAGE)).isEqualTo(CROP.region());
        assertThat(CROP.size()).isEqualTo(new DisplaySize(517, 775));
    }

    @Test
    void aBoxOnACropLandsWhereTheFrameSays() {
        Box box = new Box(100, 100, 300, 400);

        assertThat(Frame.LAST_VIEW.onPage(box, PAGE, CROP)).isEqualTo(new Region(274, 737, 514, 1096));
        assertThat(Frame.VRAG_COMPAT.onPage(box, PAGE, CROP)).isEqualTo(new Region(189, 505, 568, 2023));
        assertThat(Frame.PAGE_VIEW.onPage(box, PAGE, CROP)).isEqualTo(Frame.PAGE_VIEW.onPage(box, PAGE, PAGE));
    }

    @Test
    void cornersMayComeInAnyOrder() {
        assertThat(Frame.PAGE_VIEW.onPage(new Box(250, 500, 50, 200), PAGE, PAGE))
                .isEqualTo(CROP.region());
    }

    @Test
    void aBoxEndsWhereThePageEnds() {
        assertThat(Frame.PAGE_VIEW.onPage(new Box(300, 1200, 9_999, 1e300), PAGE, PAGE))
                .isEqualTo(new Region(930, 3712, 980, 3920));
        Region outside = Frame.PAGE_VIEW.onPage(new Box(400, 1300, 500, 1400), PAGE, PAGE);
        assertThat(outside).isEqualTo(new Region(980, 3920, 980, 3920));
        assertThat(Frame.PAGE_VIEW.area(outside, PAGE, PAGE)).isZero();
    }

    @Test
    void areasAreCountedInPixelsOfWhatTheBoxIsWrittenOn() {
        assertThat(Frame.PAGE_VIEW.area(CROP.region(), PAGE, CROP)).isBetween(59_000.0, 60_000.0);
        assertThat(Frame.LAST_VIEW.area(CROP.region(), PAGE, CROP)).isEqualTo(517.0 * 775);
    }

    private static View view(Region region) {
        return new View(0, region, size(region.getRight() - region.getLeft(), region.getBottom() - region.getTop()));
    }

    private static DisplaySize size(int width, int height) {
        return DisplaySize.of(width, height, 200_704, 401_408);
    }
}
