// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.bench;

import dev.eddy.agent.Agent;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.Outcome;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.SegmentWriter;
import dev.eddy.agent.StateForm;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.Turn;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.FourStepState;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.Termination;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * The least that an agent can do: four steps of a model call and a tool call each. What it costs is what the loop itself
 * costs. Even effect numbers are model calls, odd ones tool calls; a failed effect ends the run.
 */
public final class FourStepAgent implements Agent<Integer> {
    /** The name that queries know it by. */
    public static final String NAME = "four_step";

    private static final int EFFECTS = 8;
    private static final String PROMPT = "Say the next step.";
    private static final List<String> RECORD = List.of("r");

    private final Tokenizer tokenizer;
    private final PromptSegment prompt;
    private final String templateHash;

    FourStepAgent(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
        prompt = new SegmentWriter(tokenizer).text(PROMPT).segment(0, "instructions");
        templateHash = Sha256.hex(PROMPT.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Class<? extends Effect>> needs() {
        return Set.of(Effect.FetchRecords.class);
    }

    @Override
    public List<String> problems(Query query) {
        return List.of();
    }

    @Override
    public Turn<Integer> begin(Query query, int rollout) {
        return wait(0);
    }

    @Override
    public Turn<Integer> resume(Integer seq, EffectResult result) {
        if (result instanceof EffectResult.Failed failed) {
            return end(Termination.TOOL_INFRA, failed.error(), seq);
        }
        return seq + 1 == EFFECTS ? end(Termination.ANSWERED, null, seq + 1) : wait(seq + 1);
    }

    private Turn<Integer> wait(int seq) {
        return new Turn.Waiting<>(seq, pending(seq), List.of());
    }

    private static Turn<Integer> end(Termination termination, String error, int effects) {
        boolean answered = termination == Termination.ANSWERED;
        return new Turn.Finished<>(
                new Outcome(
                        termination,
                        false,
                        answered,
                        answered ? List.of("done") : List.of(),
                        List.of(),
                        error,
                        Map.of("effects", (double) effects)),
                List.of());
    }

    @Override
    public List<Effect> pending(Integer seq) {
        return seq % 2 == 0
                ? List.of(new Effect.Generate(seq, List.of(prompt), 16, Decoding.GREEDY, RowKind.ACT, -1))
                : List.of(new Effect.FetchRecords(seq, "bench", RECORD, false));
    }

    @Override
    public String templateHash() {
        return templateHash;
    }

    @Override
    public StateForm<Integer> stateForm() {
        return Form.INSTANCE;
    }

    @Override
    public SortedMap<String, String> settings(Query query) {
        return new TreeMap<>();
    }

    @Override
    public Tokenizer tokenizer() {
        return tokenizer;
    }

    private enum Form implements StateForm<Integer> {
        INSTANCE;

        @Override
        public Class<? extends SpecificRecord> recordType() {
            return FourStepState.class;
        }

        @Override
        public SpecificRecord toRecord(Integer seq) {
            return new FourStepState(seq);
        }

        @Override
        public Integer fromRecord(SpecificRecord wire) {
            return ((FourStepState) wire).getSeq();
        }
    }
}
