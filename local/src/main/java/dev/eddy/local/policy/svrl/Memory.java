// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.language.Relation;
import dev.eddy.local.language.Statement;
import dev.eddy.local.policy.Sight;
import dev.eddy.local.vision.GrayPicture;
import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The policy's knowledge: what stuck of the pictures and sentences that it was given before it was ever asked anything. It
 * stands for what a pretrained model knows: some of it is wrong and some is out of date, and nothing says which. Immutable and
 * thread-safe.
 */
final class Memory {
    private static final ObjectReader JSON = new ObjectMapper().readerFor(JsonNode.class);

    private final List<String> names = new ArrayList<>();
    private final List<Sight> emblems = new ArrayList<>();
    private final Map<String, Map<Relation, Map<String, Integer>>> heard = new HashMap<>();

    private Memory() {}

    /**
     * Learns by heart.
     *
     * @param corpus JSON lines: {@code {"caption": name, "picture": base64 of a picture's file}} or {@code {"text": sentences}};
     *     throws INVALID for anything else
     */
    static Memory of(byte[] corpus) {
        Memory memory = new Memory();
        try (MappingIterator<JsonNode> lines = JSON.readValues(corpus)) {
            while (lines.hasNextValue()) {
                JsonNode line = lines.nextValue();
                if (line.has("caption")) {
                    memory.see(line);
                } else {
                    Statement.read(line.path("text").asText()).forEach(memory::hear);
                }
            }
        } catch (IOException e) {
            throw new PortException(
                    EffectStatus.INVALID, "what the policy is to know does not read: " + e.getMessage(), e);
        }
        return memory;
    }

    private void see(JsonNode line) throws IOException {
        byte[] file = line.path("picture").binaryValue();
        if (file == null) {
            throw new IOException("the caption " + line.path("caption") + " has no picture");
        }
        names.add(line.path("caption").asText());
        emblems.add(new Sight(emblems.size(), PictureDescriptor.of(GrayPicture.decode(file))));
    }

    private void hear(Statement statement) {
        if (statement.subject() != null) {
            heard.computeIfAbsent(statement.subject(), name -> new EnumMap<>(Relation.class))
                    .computeIfAbsent(statement.relation(), relation -> new LinkedHashMap<>())
                    .merge(statement.value(), 1, Integer::sum);
        }
    }

    /** Whom a picture shows: the name of the most similar emblem. */
    Recognition recognise(Sight picture) {
        int best = -1;
        float first = 0;
        float second = 0;
        for (int i = 0; i < emblems.size(); i++) {
            float likeness = Sight.cosine(picture, emblems.get(i));
            if (best < 0 || likeness > first) {
                second = first;
                first = likeness;
                best = i;
            } else if (likeness > second) {
                second = likeness;
            }
        }
        return new Recognition(best < 0 ? null : names.get(best), first, first - second);
    }

    /** What is remembered of an organisation; of equally frequent values the one heard first. */
    Recall recall(String name, Relation relation) {
        Map<String, Integer> values = heard.getOrDefault(name, Map.of()).getOrDefault(relation, Map.of());
        String best = null;
        int most = 0;
        int all = 0;
        for (Map.Entry<String, Integer> value : values.entrySet()) {
            all += value.getValue();
            if (value.getValue() > most) {
                most = value.getValue();
                best = value.getKey();
            }
        }
        return best == null ? Recall.NOTHING : new Recall(best, most, (double) most / all);
    }

    /** What is remembered as the answer to a question about an organisation: as certain as its weaker step. */
    Recall recall(String name, EmblemQuestion question) {
        if (!question.twoHops()) {
            return recall(name, question.relation());
        }
        Recall bridge = recall(name, question.link());
        Recall last = bridge.known() ? recall(bridge.value(), question.relation()) : Recall.NOTHING;
        return last.known()
                ? new Recall(last.value(), Math.min(bridge.count(), last.count()), bridge.share() * last.share())
                : Recall.NOTHING;
    }
}
