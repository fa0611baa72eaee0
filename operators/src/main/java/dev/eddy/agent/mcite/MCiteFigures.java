// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.metric.FigureInfo;
import java.util.List;

/** What the figures of MCite-RL are. */
final class MCiteFigures {
    static final List<FigureInfo> ALL = List.of(
            new FigureInfo("actions", "calls", "Actions of a run."),
            new FigureInfo("invalidActions", "calls", "Actions that were refused, a run."),
            new FigureInfo("invalidActionShare", "ratio", "Share of the actions that were refused."),
            new FigureInfo("invalidActionShareByCode", "ratio", "The same by reason."),
            new FigureInfo("searches", "calls", "Searches of a run."),
            new FigureInfo("pages", "pages", "Pages that a run was shown."),
            new FigureInfo("crops", "crops", "Crops of a run."),
            new FigureInfo("cropShare", "ratio", "Share of the page that a crop has."),
            new FigureInfo("clippedBoxes", "boxes", "Boxes that reached beyond the page, a run."),
            new FigureInfo("entropy", "nats", "Surprise of a choice."),
            new FigureInfo("accuracyByCrops", "ratio", "Accuracy by crops."),
            new FigureInfo("accuracyByPages", "ratio", "Accuracy by pages shown."),
            new FigureInfo(
                    "gatePassShare", "ratio", "Share of the runs that searched, cropped and answered with a citation."),
            new FigureInfo("relaxedEM", "ratio", "Relaxed exact match of the answers."),
            new FigureInfo("rougeL", "ratio", "ROUGE-L of the answers."),
            new FigureInfo("nDCG", "ratio", "nDCG of the pages shown."),
            new FigureInfo("firstHitRank", "rank", "Rank of the first gold page, of runs that were shown one."),
            new FigureInfo("meanIoU", "ratio", "IoU of the citation."),
            new FigureInfo("iouAtHalf", "ratio", "Share of the citations with an IoU of a half or more."),
            new FigureInfo("meanIoGT", "ratio", "Share of the gold region in the last crop."),
            new FigureInfo("ioGTOfCrop#", "ratio", "Share of the gold region in the crop of this number."),
            new FigureInfo("leastIoGT", "ratio", "Share of the gold region in the worst crop."),
            new FigureInfo(
                    "citationConsistency",
                    "ratio",
                    "Share of the citations that the judge finds to support the answer."),
            new FigureInfo("reward.pages", "1", "nDCG, for the reward."),
            new FigureInfo("reward.answer", "1", "Answer, for the reward."),
            new FigureInfo("reward.citation", "1", "Citation, for the reward."),
            new FigureInfo("reward.process", "1", "Last crop, for the reward."),
            new FigureInfo("reward.format", "1", "Form, for the reward of the ancestors."));

    private MCiteFigures() {}
}
