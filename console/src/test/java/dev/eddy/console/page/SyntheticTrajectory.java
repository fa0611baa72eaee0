// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.SegmentWriter;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.SearchUse;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.Snippet;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.VersionRun;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Builds a whole trajectory: search, read, curate, solve and the answering call. */
final class SyntheticTrajectory {
    private static final long BEGIN = 1_790_000_000_000L;

    private final WordTokenizer tokenizer = WordTokenizer.instance();
    private final List<Segment> segments = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final List<EffectRecord> effects = new ArrayList<>();
    private final List<Integer> shown = new ArrayList<>();
    private final long version;

    private SyntheticTrajectory(long version) {
        this.version = version;
    }

    /** @param answer what the run answers; stands in thoughts and feedback too */
    static Trajectory of(Query query, int rollout, long version, String answer, List<String> pictures) {
        SyntheticTrajectory out = new SyntheticTrajectory(version);
        Picture asked = query.getPictures().get(0);
        out.show(
                "instructions",
                "You gather demonstrations for a question. " + "Tools: search, read, curate, solve. ".repeat(20),
                null);
        out.show("query", "[query]\nimage q:1 ", asked);
        out.show("query", "text: " + query.getText() + "\n", null);
        out.call("search", "{\"mode\":\"visual\"}", "{\"status\":\"ok\",\"returned\":[1,2],\"new\":[1,2]}", answer);
        for (int i = 1; i <= 2; i++) {
            out.show("preview", "preview " + i + "\nimages 1 shown 1\nimage 1 ", picture(pictures, rollout + i));
        }
        out.call("read", "{\"index\":2}", "{\"status\":\"ok\",\"index\":2,\"tokens\":45}", answer);
        out.show("record", "demo 2\nimage d2:1 ", picture(pictures, rollout + 2));
        out.call("curate", "{\"add\":[2],\"delete\":[]}", "{\"status\":\"ok\",\"added\":[2],\"size\":1}", answer);
        out.call("solve", "{}", "{\"status\":\"ok\"}", answer);
        out.shown.clear();
        out.show("answer-instructions", "Answer with one of the allowed names.\n", null);
        out.show("shot", "input: a symbol\nanswer: dax\nimage ", picture(pictures, rollout + 2));
        out.show("question", "input: " + query.getText() + "\nanswer: \nimage ", asked);
        out.row(RowKind.ANSWER, "<answer>" + answer + "</answer>");
        return out.build(query, rollout, answer, pictures.get(0));
    }

    private static Picture picture(List<String> pictures, int index) {
        return new Picture(pictures.get(index % pictures.size()), 105, 105, null);
    }

    private void show(String kind, String text, Picture picture) {
        SegmentWriter writer = new SegmentWriter(tokenizer).text(text);
        if (picture != null) {
            writer.picture(picture, 64);
        }
        PromptSegment written = writer.text("\n").segment(segments.size(), kind);
        segments.add(Segment.newBuilder()
                .setId(written.id())
                .setKind(kind)
                .setTokens(Packed.ints(written.tokens()))
                .setTokenCount(written.tokens().length)
                .setPictures(written.pictures())
                .build());
        shown.add(written.id());
    }

    private void call(String action, String arguments, String feedback, String thought) {
        int effect = row(
                RowKind.ACT,
                "<think>it may be " + thought + "</think>\n<tool_call>{\"name\":\"" + action + "\"}</tool_call>");
        steps.add(Step.newBuilder()
                .setIndex(steps.size())
                .setEffect(effect)
                .setText(thought)
                .setAction(action)
                .setArguments(arguments)
                .setFeedback(feedback)
                .build());
    }

    private int row(RowKind kind, String said) {
        int[] tokens = tokenizer.encode(said);
        byte[] mask = new byte[tokens.length];
        float[] logProbs = new float[tokens.length];
        mask[tokens.length / 2] = 1;
        logProbs[tokens.length / 2] = -0.31f;
        int seq = effects.size();
        rows.add(Row.newBuilder()
                .setIndex(rows.size())
                .setEffect(seq)
                .setKind(kind)
                .setAnswerIndex(kind == RowKind.ANSWER ? 0 : null)
                .setPrompt(
                        Packed.ints(shown.stream().mapToInt(Integer::intValue).toArray()))
                .setPromptTokens(700)
                .setResponse(Packed.ints(tokens))
                .setMask(ByteBuffer.wrap(mask))
                .setLogProbs(Packed.floats(logProbs))
                .setVersions(List.of(VersionRun.newBuilder()
                        .setVersion(version)
                        .setCount(tokens.length)
                        .build()))
                .setStopReason("stop")
                .build());
        effects.add(EffectRecord.newBuilder()
                .setSeq(seq)
                .setKind("generate")
                .setRequestHash(ByteBuffer.allocate(32))
                .setStatus(EffectStatus.OK)
                .setStartedMs(seq * 3L)
                .setLatencyMs(2)
                .build());
        return seq;
    }

    /** Two results, of which the model judged the first alone. */
    private static SearchUse search(String text) {
        Snippet page = Snippet.newBuilder()
                .setSource("example.org")
                .setTitle(text)
                .setText(text)
                .setSha256("a".repeat(64))
                .build();
        return new SearchUse(List.of("dax", "wug"), "wug", false, List.of(page, page), Arrays.asList(false, null));
    }

    /** The left half of a picture that is a page: looked at first, then cited but for its lower half. */
    static PageRegion region(String page, int bottom) {
        return new PageRegion("report/1", new Region(0, 0, 52, bottom), 105, 105, page);
    }

    private Trajectory build(Query query, int rollout, String answer, String page) {
        return Trajectory.newBuilder()
                .setTrajectoryId(query.getQueryId() + "/" + rollout)
                .setGroupId(query.getQueryId())
                .setGroupSize(query.getGroupSize())
                .setRolloutIndex(rollout)
                .setQuery(query)
                .setSource(new SourcePosition("queries", 0, 0L))
                .setSettings(Map.of("candidates", "8", "rrf-constant", "60"))
                .setModelName("small")
                .setPolicyVersionMin(version)
                .setPolicyVersionMax(version)
                .setTokenizerHash(tokenizer.hash())
                .setSegments(segments)
                .setRows(rows)
                .setSteps(steps)
                .setEffects(effects)
                .setTermination(Termination.ANSWERED)
                .setTrainable(true)
                .setAnswers(List.of(answer))
                .setContext(List.of("record-2"))
                .setSearches(List.of(search(query.getText())))
                .setCrops(List.of(region(page, 105)))
                .setCitation(region(page, 52))
                .setStats(Map.of("shots", 1.0, "calls", 4.0))
                .setPromptTokens(3_500)
                .setGeneratedTokens(120)
                .setStartedAt(BEGIN)
                .setEndedAt(BEGIN + 40)
                .build();
    }
}
