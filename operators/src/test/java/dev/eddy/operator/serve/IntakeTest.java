// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.KeyText;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.WireType;
import dev.eddy.rollout.Requests;
import dev.eddy.rollout.ScriptedAgent;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.SourcePosition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.UnaryOperator;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IntakeTest {
    private static final Codec<Query> QUERIES = Codec.of(Query.class);

    @Test
    void aGoodQueryPassesWithThePlaceThatItCameFrom() throws Exception {
        try (OneInputStreamOperatorTestHarness<Incoming, RolloutRequest> intake = intake()) {
            intake.processElement(new StreamRecord<>(record(QUERIES.encode(Requests.query("q")))));

            assertThat(intake.extractOutputValues())
                    .containsExactly(new RolloutRequest(Requests.query("q"), 0, new SourcePosition("queries", 2, 17L)));
        }
    }

    @Test
    void aQueryIsOfTheTraceThatItNamesOrElseOfItsRecords() throws Exception {
        try (OneInputStreamOperatorTestHarness<Incoming, RolloutRequest> intake = intake()) {
            Query named = Query.newBuilder(Requests.query("named"))
                    .setTraceparent("its own")
                    .build();
            for (Query query : List.of(Requests.query("q"), named)) {
                byte[] value = QUERIES.encode(query);
                intake.processElement(
                        new StreamRecord<>(new Incoming("queries", 2, 17, 0, null, value, "the record's")));
            }

            assertThat(intake.extractOutputValues())
                    .extracting(request -> request.getQuery().getTraceparent())
                    .containsExactly("the record's", "its own");
        }
    }

    @Test
    void whatIsNoQueryIsMalformedAndTheNextOneStillPasses() throws Exception {
        try (OneInputStreamOperatorTestHarness<Incoming, RolloutRequest> intake = intake()) {
            intake.processElement(new StreamRecord<>(record(new byte[] {1, 2, 3})));
            intake.processElement(new StreamRecord<>(record(null)));
            intake.processElement(new StreamRecord<>(record(QUERIES.encode(Requests.query("q")))));

            assertThat(letters(intake)).hasSize(2).allSatisfy(letter -> {
                assertThat(letter.getReason()).isEqualTo("MALFORMED");
                assertThat(letter.getSource()).isEqualTo(new SourcePosition("queries", 2, 17L));
                assertThat(letter.getJob()).isEqualTo("serve");
            });
            assertThat(intake.extractOutputValues()).hasSize(1);
        }
    }

    @Test
    void aQueryTooLargeIsCutInItsLetter() throws Exception {
        try (OneInputStreamOperatorTestHarness<Incoming, RolloutRequest> intake = intake()) {
            intake.processElement(new StreamRecord<>(record(new byte[Incoming.MAX_ASKED_BYTES + 1])));

            assertThat(letters(intake)).singleElement().satisfies(letter -> {
                assertThat(letter.getReason()).isEqualTo("TOO_LARGE");
                assertThat(letter.getValue().remaining()).isEqualTo(64 << 10);
            });
        }
    }

    static List<Map.Entry<String, UnaryOperator<Query.Builder>>> invalid() {
        return List.of(
                Map.entry("no agent 'nobody'; it serves [scripted]", query -> query.setAgent("nobody")),
                Map.entry("group size must be from 1 to 1024, got 0", query -> query.setGroupSize(0)),
                Map.entry("group size must be from 1 to 1024, got 1025", query -> query.setGroupSize(1025)),
                Map.entry("names no policy", query -> query.setPolicy(" ")),
                Map.entry("its id must have", query -> query.setQueryId("")),
                Map.entry("versions count from 0", query -> query.setPinnedVersion(-1L)),
                Map.entry("the text is empty", query -> query.setText("")));
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void anInvalidQuerySaysWhatIsWrong(Map.Entry<String, UnaryOperator<Query.Builder>> wrong) throws Exception {
        try (OneInputStreamOperatorTestHarness<Incoming, RolloutRequest> intake = intake()) {
            Query query = wrong.getValue().apply(Requests.query("q", 1)).build();
            intake.processElement(new StreamRecord<>(record(QUERIES.encode(query))));

            assertThat(intake.extractOutputValues()).isEmpty();
            assertThat(letters(intake)).singleElement().satisfies(letter -> {
                assertThat(letter.getReason()).isEqualTo("INVALID_QUERY");
                assertThat(letter.getMessage()).contains(wrong.getKey());
                assertThat(letter.getId()).isEqualTo(query.getQueryId());
            });
        }
    }

    @Test
    void aQueryIsFannedOutIntoItsRollouts() throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<String, RolloutRequest, RolloutRequest> fanOut = fanOut()) {
            fanOut.processElement(
                    new StreamRecord<>(Requests.request(Requests.query("q", 3).build(), 0)));

            assertThat(fanOut.extractOutputValues())
                    .extracting(RolloutRequest::getRolloutIndex)
                    .containsExactly(0, 1, 2);
        }
    }

    @Test
    void aQuerySentTwiceIsServedOnceUntilTheWindowIsOver() throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<String, RolloutRequest, RolloutRequest> fanOut = fanOut()) {
            fanOut.setStateTtlProcessingTime(1_000);
            RolloutRequest request = Requests.request(Requests.query("q"), 0);
            fanOut.processElement(new StreamRecord<>(request));
            RolloutRequest again = new RolloutRequest(request.getQuery(), 0, new SourcePosition("queries", 1, 9L));
            fanOut.processElement(new StreamRecord<>(again));

            assertThat(fanOut.extractOutputValues()).hasSize(1);
            assertThat(letters(fanOut)).singleElement().satisfies(letter -> {
                assertThat(letter.getReason()).isEqualTo("DUPLICATE_QUERY");
                assertThat(letter.getMessage()).contains("queries/0/7");
                assertThat(letter.getSource()).isEqualTo(again.getSource());
                assertThat(letter.getId()).isEqualTo("q");
            });

            fanOut.setStateTtlProcessingTime(1_000 + Duration.ofHours(1).toMillis());
            fanOut.processElement(new StreamRecord<>(again));
            assertThat(fanOut.extractOutputValues()).hasSize(2);
        }
    }

    private static OneInputStreamOperatorTestHarness<Incoming, RolloutRequest> intake() throws Exception {
        OneInputStreamOperatorTestHarness<Incoming, RolloutRequest> harness =
                new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(
                        new QueryIntake("serve", tokenizer -> Map.of(ScriptedAgent.NAME, new ScriptedAgent()))));
        harness.setup(WireType.serializer(RolloutRequest.class));
        harness.open();
        return harness;
    }

    private static KeyedOneInputStreamOperatorTestHarness<String, RolloutRequest, RolloutRequest> fanOut()
            throws Exception {
        KeyedOneInputStreamOperatorTestHarness<String, RolloutRequest, RolloutRequest> harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new KeyedProcessOperator<>(new FanOut("serve", Duration.ofHours(1))),
                        request -> request.getQuery().getQueryId(),
                        KeyText.TYPE);
        harness.setup(WireType.serializer(RolloutRequest.class));
        harness.open();
        return harness;
    }

    private static Incoming record(byte[] value) {
        return new Incoming("queries", 2, 17, 0, null, value);
    }

    private static List<DeadLetter> letters(AbstractStreamOperatorTestHarness<RolloutRequest> harness) {
        Queue<StreamRecord<Outgoing>> letters = harness.getSideOutput(DeadLetters.TAG);
        return letters == null
                ? List.of()
                : letters.stream()
                        .map(letter -> Codec.of(DeadLetter.class)
                                .decode(letter.getValue().value()))
                        .toList();
    }
}
