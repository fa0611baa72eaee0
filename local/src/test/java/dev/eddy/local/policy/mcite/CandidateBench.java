// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.agent.mcite.DisplaySize;
import dev.eddy.local.vision.page.Box;
import dev.eddy.local.vision.page.PageReading;
import dev.eddy.local.world.documents.DocumentIndex;
import dev.eddy.local.world.documents.DocumentQuestion;
import dev.eddy.local.world.documents.DocumentSplit;
import dev.eddy.local.world.documents.DocumentWorld;
import dev.eddy.picture.Pixels;
import dev.eddy.port.PageIndex;
import dev.eddy.port.Ports;
import dev.eddy.schemas.Region;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Prints what looking closer is worth where the right page is known, how well the best candidate cites, and how the summaries
 * of first pages are distributed. No policy takes part. Arguments: world and seed.
 */
final class CandidateBench {
    private static final int QUESTIONS = 400;
    private static final int MOST = 512 * 28 * 28;
    private static final int LEAST = 256 * 28 * 28;

    private final DocumentWorld world;
    private final Map<String, Integer> pages = new HashMap<>();

    private CandidateBench(DocumentWorld world) {
        this.world = world;
        for (int page = 0; page < world.pages(); page++) {
            pages.put(world.pageId(page), page);
        }
    }

    /** What one kind of view is worth. */
    private static final class Worth {
        private int right;
        private double iou;
        private int questions;
        private double candidates;

        @Override
        public String toString() {
            return String.format(
                    "best number right %.3f, IoU of the best candidate %.3f, citations to choose from %.0f",
                    (double) right / questions, iou / questions, candidates / questions);
        }
    }

    public static void main(String[] args) throws Exception {
        String blobs = Files.createTempDirectory("pages").toUri().toString();
        Map<String, String> settings = Map.of("world", args[0], "seed", args[1], "blobs", "file", "blobs.path", blobs);
        try (Ports.Lease<PageIndex> index = Ports.lease(PageIndex.class, "world", settings)) {
            CandidateBench bench = new CandidateBench(((DocumentIndex) index.get()).world());
            bench.worth();
            bench.summaries(index.get());
        }
    }

    private void worth() {
        Worth ofPage = new Worth();
        Worth ofHalf = new Worth();
        Worth ofBlock = new Worth();
        long nanos = 0;
        int scans = 0;
        for (int number = 0; number < QUESTIONS; number++) {
            DocumentQuestion asked = world.question(DocumentSplit.TEST, number);
            Question question = Question.of(asked.text());
            Pixels page = world.draw(pages.get(asked.evidence().getPageId()));
            Region gold = asked.evidence().getRegion();
            SeenPage whole = view(page, new Region(0, 0, page.width(), page.height()));
            Piece.Page shown = new Piece.Page(
                    whole, whole.reading().width(), whole.reading().height());
            long before = System.nanoTime();
            Scan scan = new Scan(question, whole, shown);
            nanos += System.nanoTime() - before;
            scans++;
            measure(asked, question, whole, shown, ofPage);
            int middle = page.height() / 2;
            boolean upper = gold.getTop() + gold.getBottom() < page.height();
            Region half = new Region(0, upper ? 0 : middle, page.width(), upper ? middle : page.height());
            measure(asked, question, view(page, half), shown, ofHalf);
            double scale = (double) shown.width() / page.width();
            Box there = box(gold).mapped(scale, scale, 0, 0);
            Candidate block = scan.blocks.stream()
                    .max(Comparator.comparingDouble(candidate -> candidate.box().shared(there)))
                    .orElseThrow()
                    .grown(12 * scale, shown);
            Region region = new Region(
                    (int) (block.box().left() / scale),
                    (int) (block.box().top() / scale),
                    (int) (block.box().right() / scale),
                    (int) (block.box().bottom() / scale));
            measure(asked, question, view(page, region), shown, ofBlock);
        }
        System.out.println("page:  " + ofPage);
        System.out.println("half:  " + ofHalf);
        System.out.println("block: " + ofBlock);
        System.out.printf("a scan of a page takes %.2f ms%n", nanos / 1e6 / scans);
    }

    private static void measure(
            DocumentQuestion asked, Question question, SeenPage seen, Piece.Page page, Worth worth) {
        Observation observation = new Observation(question, 2, 2, 1, 1, page, seen, List.of(), 1);
        Scan scan = new Scan(question, seen, page);
        Situation situation = new Situation(observation, scan, scan);
        List<Candidate> answers = situation.answers().candidates();
        worth.questions++;
        if (answers.isEmpty()) {
            return;
        }
        Candidate best = answers.stream()
                .max(Comparator.comparingDouble(
                        answer -> answer.level() == Level.WORD ? answer.features()[Feature.LABELLED] : -1))
                .orElseThrow();
        worth.right += best.text().equals(asked.answer()) ? 1 : 0;
        double scale = (double) page.width() / page.seen().pageWidth();
        Box gold = box(asked.evidence().getRegion()).mapped(scale, scale, 0, 0);
        List<Candidate> citations = situation.citations(best).candidates();
        worth.candidates += citations.size();
        worth.iou += citations.stream()
                .mapToDouble(citation -> {
                    double shared = citation.box().shared(gold);
                    return shared / (citation.box().area() + gold.area() - shared);
                })
                .max()
                .orElse(0);
    }

    private void summaries(PageIndex index) {
        List<float[]> all = new ArrayList<>();
        for (int number = 0; number < QUESTIONS; number++) {
            DocumentQuestion asked = world.question(DocumentSplit.TRAIN, number);
            Question question = Question.of(asked.text());
            String query = question.queries().get(2);
            String found = index.search(world.corpusId(), query, 1)
                    .join()
                    .pages()
                    .get(0)
                    .getPageId();
            Pixels page = world.draw(pages.get(found));
            SeenPage seen = view(page, new Region(0, 0, page.width(), page.height()));
            List<SpotBlock> blocks = seen.reading().blocks().stream()
                    .map(block -> new SpotBlock(block, question))
                    .toList();
            List<Spot> spots =
                    blocks.stream().flatMap(block -> block.spots.stream()).toList();
            all.add(Summary.raw(question, spots, blocks));
        }
        double[] means = new double[Summary.LENGTH];
        double[] deviations = new double[Summary.LENGTH];
        for (int i = 0; i < Summary.LENGTH; i++) {
            int at = i;
            double mean =
                    all.stream().mapToDouble(values -> values[at]).average().orElseThrow();
            means[i] = mean;
            deviations[i] = Math.sqrt(all.stream()
                    .mapToDouble(values -> (values[at] - mean) * (values[at] - mean))
                    .average()
                    .orElseThrow());
        }
        System.out.println("summary means " + Arrays.toString(means));
        System.out.println("   deviations " + Arrays.toString(deviations));
    }

    private static SeenPage view(Pixels page, Region region) {
        int width = region.getRight() - region.getLeft();
        DisplaySize size = DisplaySize.of(width, region.getBottom() - region.getTop(), LEAST, MOST);
        Pixels shown = page.crop(region).scaled(size.width(), size.height());
        return new SeenPage(PageReading.of(shown, (double) size.width() / width), region, page.width(), page.height());
    }

    private static Box box(Region region) {
        return new Box(region.getLeft(), region.getTop(), region.getRight(), region.getBottom());
    }
}
