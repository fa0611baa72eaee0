// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Region;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Parts of pages as sets of pixels: what several rectangles cover together, and how much of it another one hits. Rectangles are
 * half open, so those that only touch share nothing. Immutable and thread-safe.
 */
public final class PageArea {
    private final Map<String, List<Region>> regions;

    private PageArea(Map<String, List<Region>> regions) {
        this.regions = regions;
    }

    public static PageArea of(List<PageRegion> parts) {
        Map<String, List<Region>> regions = new HashMap<>();
        for (PageRegion part : parts) {
            regions.computeIfAbsent(part.getPageId(), page -> new ArrayList<>()).add(part.getRegion());
        }
        return new PageArea(regions);
    }

    /** Why a label's boxes support nothing; empty where they do or there are none. */
    public static Optional<String> problem(List<PageRegion> boxes) {
        for (PageRegion box : boxes) {
            Region region = box.getRegion();
            boolean beyond = box.getPageWidth() > 0 && region.getRight() > box.getPageWidth()
                    || box.getPageHeight() > 0 && region.getBottom() > box.getPageHeight();
            if (region.getLeft() < 0 || region.getTop() < 0 || beyond || pixels(region) == 0) {
                return Optional.of("gold boxes must lie on their page and have an area, got " + box);
            }
        }
        return Optional.empty();
    }

    /** Pixels of this and of the part together over pixels of either: IoU, from 0 to 1. */
    public double overlap(PageRegion part) {
        double shared = shared(part);
        double either = pixels() + pixels(part.getRegion()) - shared;
        return either == 0 ? 0 : shared / either;
    }

    /** The share of this that a part holds: IoGT, from 0 to 1. */
    public double held(PageRegion part) {
        double all = pixels();
        return all == 0 ? 0 : shared(part) / all;
    }

    private double shared(PageRegion part) {
        Region of = part.getRegion();
        List<Region> inside = new ArrayList<>();
        for (Region region : regions.getOrDefault(part.getPageId(), List.of())) {
            Region common = new Region(
                    Math.max(of.getLeft(), region.getLeft()),
                    Math.max(of.getTop(), region.getTop()),
                    Math.min(of.getRight(), region.getRight()),
                    Math.min(of.getBottom(), region.getBottom()));
            inside.add(common);
        }
        return union(inside);
    }

    private double pixels() {
        return regions.values().stream().mapToDouble(PageArea::union).sum();
    }

    private static double pixels(Region region) {
        return Math.max(0.0, region.getRight() - region.getLeft()) * Math.max(0, region.getBottom() - region.getTop());
    }

    /** Pixels that one or more of the rectangles cover: cell by cell of the grid that their edges make. */
    private static double union(List<Region> rectangles) {
        if (rectangles.size() == 1) {
            return pixels(rectangles.get(0));
        }
        TreeSet<Integer> columns = new TreeSet<>();
        TreeSet<Integer> rows = new TreeSet<>();
        for (Region rectangle : rectangles) {
            columns.addAll(List.of(rectangle.getLeft(), rectangle.getRight()));
            rows.addAll(List.of(rectangle.getTop(), rectangle.getBottom()));
        }
        double sum = 0;
        for (Integer top : rows) {
            for (Integer left : columns) {
                if (rectangles.stream().anyMatch(rectangle -> covers(rectangle, left, top))) {
                    sum += (double) (columns.higher(left) - left) * (rows.higher(top) - top);
                }
            }
        }
        return sum;
    }

    private static boolean covers(Region region, int x, int y) {
        return region.getLeft() <= x && x < region.getRight() && region.getTop() <= y && y < region.getBottom();
    }
}
