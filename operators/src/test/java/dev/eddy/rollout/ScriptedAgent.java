// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.Agent;
import dev.eddy.agent.Content;
import dev.eddy.agent.Effect;
import dev.eddy.agent.Effect.ChannelQuery;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.Generation;
import dev.eddy.agent.Outcome;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.StateForm;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.Turn;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Fetched;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.ShownPicture;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.Termination;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/**
 * An agent that always does the same, for tests: it opens a bank and inspects the pictures at once, then as many turns as the
 * query's count of a model call and two parallel tool calls, then as many parallel answers as the query asks for.
 */
public final class ScriptedAgent implements Agent<ScriptedAgent.State> {
    public static final String NAME = "scripted";

    private static final Codec<Query> QUERIES = Codec.of(Query.class);
    private static final Tokenizer TOKENIZER = new CharTokenizer();

    /** @param heard what each completed effect said, by number */
    public record State(Query query, int round, TreeMap<Integer, String> heard) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> problems(Query query) {
        return query.getText().isBlank() ? List.of("the text is empty") : List.of();
    }

    @Override
    public Turn<State> begin(Query query, int rollout) {
        State state = new State(query, 0, new TreeMap<>());
        return new Turn.Waiting<>(state, round(state), List.of());
    }

    @Override
    public Turn<State> resume(State state, EffectResult result) {
        if (result instanceof Failed failed) {
            Termination cause = !failed.infrastructure()
                    ? Termination.REJECTED
                    : kind(state.round, state.query) == 'm' ? Termination.MODEL_INFRA : Termination.TOOL_INFRA;
            return new Turn.Finished<>(
                    new Outcome(cause, false, false, List.of(), List.of(), failed.error(), Map.of()), List.of());
        }
        EffectValue value = ((EffectResult.Completed) result).value();
        TreeMap<Integer, String> heard = new TreeMap<>(state.heard);
        heard.put(result.seq(), text(value));
        List<Step> steps = value instanceof Generation said
                ? List.of(new Step(result.seq(), result.seq(), said.text(), "say", "{}", null, "{}"))
                : List.of();
        State next = new State(state.query, state.round, heard);
        if (heard.size() < first(state.round + 1, state.query)) {
            return new Turn.Waiting<>(next, List.of(), steps);
        }
        if (kind(state.round, state.query) == 'a') {
            List<String> answers =
                    List.copyOf(heard.tailMap(first(state.round, state.query)).values());
            return new Turn.Finished<>(
                    new Outcome(
                            Termination.ANSWERED, false, true, answers, List.of("r1"), null, Map.of("heard", (double)
                                    heard.size())),
                    steps);
        }
        next = new State(state.query, state.round + 1, heard);
        return new Turn.Waiting<>(next, round(next), steps);
    }

    @Override
    public List<Effect> pending(State state) {
        return round(state).stream()
                .filter(effect -> !state.heard.containsKey(effect.seq()))
                .toList();
    }

    private static String text(EffectValue value) {
        return value instanceof Generation said ? said.text() : value.toString();
    }

    /** Opening, model, tools, model, tools ... answers. */
    private static char kind(int round, Query query) {
        if (round == 0) {
            return 'o';
        }
        return round > 2 * query.getCount() ? 'a' : round % 2 == 1 ? 'm' : 't';
    }

    /** Number of a round's first effect. */
    private static int first(int round, Query query) {
        int sum = 0;
        for (int before = 0; before < round; before++) {
            sum += switch (kind(before, query)) {
                case 'm' -> 1;
                case 'a' -> query.getAnswers();
                default -> 2;
            };
        }
        return sum;
    }

    private static List<Effect> round(State state) {
        Query query = state.query;
        int seq = first(state.round, query);
        return switch (kind(state.round, query)) {
            case 'o' ->
                List.of(
                        new Effect.OpenBank(seq, query.getBankId(), 4),
                        new Effect.InspectPictures(seq + 1, query.getPictures()));
            case 't' ->
                List.of(
                        new Effect.Retrieve(
                                seq,
                                query.getBankId(),
                                Map.of(Channel.I2I, new ChannelQuery(query.getPictures(), null)),
                                3),
                        new Effect.FetchRecords(seq + 1, query.getBankId(), List.of("r1", "r2"), true));
            case 'm' -> List.of(generate(state, seq, RowKind.ACT, -1));
            default ->
                IntStream.range(0, query.getAnswers())
                        .<Effect>mapToObj(answer -> generate(state, seq + answer, RowKind.ANSWER, answer))
                        .toList();
        };
    }

    private static Effect generate(State state, int seq, RowKind kind, int answer) {
        List<PromptSegment> prompt = new ArrayList<>();
        prompt.add(new PromptSegment(
                0, "instructions", new Content(TOKENIZER.encode("Say something.\n"), List.of()), true));
        prompt.add(question(state.query));
        int before = first(state.round, state.query);
        state.heard
                .headMap(before)
                .forEach((heard, text) ->
                        prompt.add(new PromptSegment(2 + heard, "heard", TOKENIZER.encode(text + "\n"), List.of())));
        if (kind == RowKind.ANSWER) {
            prompt.add(new PromptSegment(2 + seq, "question", TOKENIZER.encode("Answer " + answer), List.of()));
        }
        return new Effect.Generate(seq, prompt, 64, state.query.getDecoding(), kind, answer);
    }

    private static PromptSegment question(Query query) {
        int pads = 4;
        IntStream pictures = query.getPictures().stream()
                .flatMapToInt(picture -> IntStream.concat(
                        IntStream.of(TOKENIZER.visionStart()),
                        IntStream.concat(
                                IntStream.generate(TOKENIZER::imagePad).limit(pads),
                                IntStream.of(TOKENIZER.visionEnd()))));
        List<ShownPicture> shown = new ArrayList<>();
        for (Picture picture : query.getPictures()) {
            int at = 1 + shown.size() * (pads + 2);
            shown.add(new ShownPicture(picture.getSha256(), 28, 28, 1, 4, 4, at, pads, null, null));
        }
        int[] tokens = IntStream.concat(pictures, IntStream.of(TOKENIZER.encode(query.getText() + "\n")))
                .toArray();
        return new PromptSegment(1, "query", tokens, shown);
    }

    @Override
    public StateForm<State> stateForm() {
        return new Form();
    }

    @Override
    public SortedMap<String, String> settings(Query query) {
        return new TreeMap<>(Map.of("turns", String.valueOf(query.getCount())));
    }

    @Override
    public Tokenizer tokenizer() {
        return TOKENIZER;
    }

    @Override
    public String templateHash() {
        return Sha256.hex("Say something.\n".getBytes(StandardCharsets.UTF_8));
    }

    /** A state as a list of bank records: the query's encoding first, then what was heard. */
    private static final class Form implements StateForm<State> {
        @Override
        public Class<? extends SpecificRecord> recordType() {
            return Fetched.class;
        }

        @Override
        public SpecificRecord toRecord(State state) {
            List<BankRecord> records = new ArrayList<>();
            records.add(new BankRecord(
                    String.valueOf(state.round),
                    List.of(),
                    Base64.getEncoder().encodeToString(QUERIES.encode(state.query)),
                    null,
                    "",
                    false));
            state.heard.forEach(
                    (seq, text) -> records.add(new BankRecord(String.valueOf(seq), List.of(), text, null, "", false)));
            return new Fetched(records);
        }

        @Override
        public State fromRecord(SpecificRecord wire) {
            List<BankRecord> records = ((Fetched) wire).getRecords();
            TreeMap<Integer, String> heard = new TreeMap<>();
            for (BankRecord record : records.subList(1, records.size())) {
                heard.put(Integer.valueOf(record.getRecordId()), record.getText());
            }
            Query query =
                    QUERIES.decode(Base64.getDecoder().decode(records.get(0).getText()));
            return new State(query, Integer.parseInt(records.get(0).getRecordId()), heard);
        }
    }
}
