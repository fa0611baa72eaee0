// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddy.schemas.RewardStatus;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RolloutSpansTest {
    @Test
    void aRolloutIsAnAgentsInvocationWithItsWaitAndItsEffectsBelow() {
        List<SpanData> spans = RolloutSpans.of(TracedRun.trajectory("q1", TracedRun.TRACEPARENT));

        assertThat(spans)
                .extracting(SpanData::getName)
                .containsExactly("invoke_agent acticl", "admission", "chat acticl", "retrieval birds");
        SpanData agent = spans.get(0);
        assertThat(agent.getParentSpanId()).isEqualTo("b7ad6b7169203331");
        assertThat(spans)
                .allSatisfy(span -> assertThat(span.getTraceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c"));
        assertThat(spans.subList(1, 4))
                .allSatisfy(span -> assertThat(span.getParentSpanId()).isEqualTo(agent.getSpanId()));
        assertThat(spans).extracting(SpanData::getSpanId).doesNotHaveDuplicates();
        assertThat(spans)
                .extracting(span -> span.getStartEpochNanos() / 1_000_000, span -> span.getEndEpochNanos() / 1_000_000)
                .containsExactly(
                        tuple(1_000L, 1_300L), tuple(1_000L, 1_050L), tuple(1_050L, 1_250L), tuple(1_260L, 1_290L));
        assertThat(spans)
                .extracting(SpanData::getKind)
                .containsExactly(SpanKind.INTERNAL, SpanKind.INTERNAL, SpanKind.CLIENT, SpanKind.CLIENT);
    }

    @Test
    void attributesAreThoseOfTheConventions() {
        List<SpanData> spans = RolloutSpans.of(TracedRun.trajectory("q1", null));

        assertThat(spans.get(0).getAttributes().asMap())
                .containsEntry(GenAi.OPERATION, "invoke_agent")
                .containsEntry(GenAi.AGENT, "acticl")
                .containsEntry(GenAi.CONVERSATION, "q1")
                .containsEntry(GenAi.MESSAGING_OFFSET, 17L)
                .containsEntry(GenAi.POLICY_VERSION_MAX, 5L);
        assertThat(spans.get(2).getAttributes().asMap())
                .containsEntry(GenAi.OPERATION, "chat")
                .containsEntry(GenAi.REQUEST_MODEL, "acticl")
                .containsEntry(GenAi.RESPONSE_MODEL, "small-model")
                .containsEntry(GenAi.INPUT_TOKENS, 40L)
                .containsEntry(GenAi.OUTPUT_TOKENS, 7L)
                .containsEntry(GenAi.FINISH_REASONS, List.of("stop"))
                .containsEntry(GenAi.ATTEMPTS, 2L);
        assertThat(spans.get(3).getAttributes().asMap())
                .containsEntry(GenAi.OPERATION, "retrieval")
                .containsEntry(GenAi.DATA_SOURCE, "birds")
                .containsEntry(GenAi.ERROR_TYPE, "TIMEOUT");
    }

    @Test
    void failuresAreToldWithoutAWordOfWhatWasAsked() {
        List<SpanData> spans = RolloutSpans.of(TracedRun.trajectory("q1", null));

        assertThat(spans)
                .extracting(span -> span.getStatus().getStatusCode())
                .containsExactly(StatusCode.ERROR, StatusCode.UNSET, StatusCode.UNSET, StatusCode.ERROR);
        assertThat(spans).allSatisfy(span -> assertThat(span.toString()).doesNotContain("secret"));
    }

    @Test
    void theRewardHangsOnTheRolloutThatItIsOf() {
        SpanData agent = RolloutSpans.of(TracedRun.trajectory("q1", null)).get(0);
        SpanData reward = RolloutSpans.of(TracedRun.rewarded("q1", null, RewardStatus.OK));
        SpanData failed = RolloutSpans.of(TracedRun.rewarded("q1", null, RewardStatus.FAILED));

        assertThat(reward.getTraceId()).isEqualTo(agent.getTraceId());
        assertThat(reward.getParentSpanId()).isEqualTo(agent.getSpanId());
        assertThat(reward.getAttributes().asMap())
                .containsEntry(GenAi.EVALUATION, "reward")
                .containsEntry(GenAi.SCORE, 0.75);
        assertThat(reward.getAttributes().asMap().toString()).contains("eddy.reward.component.task=1.0");
        assertThat(failed.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(failed.getAttributes().asMap()).doesNotContainKey(GenAi.SCORE);
    }

    @Test
    void whatIsNoTraceparentBeginsATraceThatFollowsFromTheQuery() {
        QueryTrace own = QueryTrace.of("q1", null);

        assertThat(own.parent().isValid()).isFalse();
        assertThat(own.id()).hasSize(32).isNotEqualTo(QueryTrace.of("q2", null).id());
        assertThat(List.of("", "junk", "00-" + "0".repeat(32) + "-b7ad6b7169203331-01"))
                .allSatisfy(broken -> assertThat(QueryTrace.of("q1", broken)).isEqualTo(own));
    }

    @Test
    void aShareOfTracesIsTakenUnlessWhoeverBeganThemHasDecided() {
        Sampler tenth = Sampler.parentBased(Sampler.traceIdRatioBased(0.1));

        assertThat(IntStream.range(0, 2_000)
                        .filter(query -> QueryTrace.of("q" + query, null).sampledBy(tenth))
                        .count())
                .isBetween(140L, 260L);
        assertThat(QueryTrace.of("q1", TracedRun.TRACEPARENT).sampledBy(Sampler.parentBased(Sampler.alwaysOff())))
                .isTrue();
        String unsampled = TracedRun.TRACEPARENT.substring(0, 53) + "00";
        assertThat(QueryTrace.of("q1", unsampled).sampledBy(Sampler.parentBased(Sampler.alwaysOn())))
                .isFalse();
    }
}
