// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.Effect;
import dev.eddy.agent.Effect.FetchRecords;
import dev.eddy.agent.Effect.Generate;
import dev.eddy.agent.Effect.InspectPictures;
import dev.eddy.agent.Effect.OpenBank;
import dev.eddy.agent.Effect.Retrieve;
import dev.eddy.agent.Effect.SampleRecords;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.RowKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A bank of numbered records {@code r01}, {@code r02} ..., and models that say what a test tells them to. */
final class FakeOutside {
    static final Picture GLYPH = new Picture("a".repeat(64), 105, 105, null);

    final Map<String, BankRecord> records = new LinkedHashMap<>();
    /** What each channel ranks; all records in order where it is not set. */
    final Map<Channel, List<String>> rankings = new EnumMap<>(Channel.class);
    /** Sees the call, says the text of the model. */
    Function<Generate, String> actor = generate -> call("solve", "{}");

    Function<Generate, String> answerer = generate -> "<answer>dax</answer>";
    /** Overrides a result; null lets the fake answer. */
    Function<Effect, EffectResult> disturbance = effect -> null;

    int shortestTokens = 100;

    FakeOutside(int size) {
        for (int i = 1; i <= size; i++) {
            add(String.format("r%02d", i), "Name this symbol.", i % 2 == 0 ? "dax" : "wug");
        }
    }

    void add(String id, String text, String target) {
        records.put(
                id,
                BankRecord.newBuilder()
                        .setRecordId(id)
                        .setPictures(List.of(GLYPH))
                        .setText(text)
                        .setTarget(target)
                        .build());
    }

    /** An actor that makes these calls, one after the other, then solves. */
    void script(String... calls) {
        List<String> left = new ArrayList<>(List.of(calls));
        actor = generate -> left.isEmpty() ? call("solve", "{}") : left.remove(0);
    }

    static String call(String name, String arguments) {
        return "<think>So.</think>\n<tool_call>{\"name\":\"" + name + "\",\"arguments\":" + arguments + "}</tool_call>";
    }

    static String search() {
        return call("search", "{\"mode\":\"visual\",\"ref_images\":[\"q:1\"]}");
    }

    static String read(int index) {
        return call("read", "{\"index\":" + index + "}");
    }

    static String curate(List<Integer> add, List<Integer> delete) {
        return call("curate", "{\"add\":" + add + ",\"delete\":" + delete + "}");
    }

    EffectResult run(Effect effect) {
        EffectResult disturbed = disturbance.apply(effect);
        return disturbed == null ? new Completed(effect.seq(), value(effect)) : disturbed;
    }

    private EffectValue value(Effect effect) {
        if (effect instanceof Generate generate) {
            return generation((generate.kind() == RowKind.ACT ? actor : answerer).apply(generate));
        }
        if (effect instanceof OpenBank) {
            return new EffectValue.Bank(records.size(), shortestTokens);
        }
        if (effect instanceof InspectPictures inspect) {
            return new EffectValue.Pictures(inspect.pictures());
        }
        if (effect instanceof Retrieve retrieve) {
            List<ChannelHits> lists = new ArrayList<>();
            retrieve.channels().keySet().stream()
                    .sorted()
                    .forEach(channel -> lists.add(hits(channel, retrieve.limit())));
            return new EffectValue.Hits(lists);
        }
        if (effect instanceof FetchRecords fetch) {
            return new EffectValue.Records(fetch.records().stream()
                    .map(records::get)
                    .map(record -> fetch.withTarget() ? record : withoutTarget(record))
                    .toList());
        }
        SampleRecords sample = (SampleRecords) effect;
        return new EffectValue.Records(
                records.values().stream().limit(sample.count()).toList());
    }

    private ChannelHits hits(Channel channel, int limit) {
        List<String> ranking = rankings.getOrDefault(channel, List.copyOf(records.keySet()));
        return hits(channel, ranking.subList(0, Math.min(limit, ranking.size())));
    }

    /** A list with falling scores. */
    static ChannelHits hits(Channel channel, List<String> ranking) {
        float[] scores = new float[ranking.size()];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = 1f / (i + 1);
        }
        return new ChannelHits(channel, ranking, Packed.floats(scores));
    }

    private static BankRecord withoutTarget(BankRecord record) {
        return BankRecord.newBuilder(record).setTarget(null).build();
    }

    static Generation generation(String text) {
        int[] tokens = WordTokenizer.instance().encode(text);
        return new Generation(
                text,
                tokens,
                new byte[tokens.length],
                new float[tokens.length],
                new PolicyVersion("acticl", 3, "f".repeat(64)),
                "stop");
    }
}
