// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.otlp;

import dev.eddy.schemas.Sha256;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingDecision;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The trace of a query: that which whoever asked it had begun, or else one of its own. All ids follow from those of what is traced, so
 * that spans which are sent twice, or by jobs that know nothing of each other, are the same. Immutable.
 *
 * @param id 32 hexadecimal digits
 * @param parent what the rollouts' spans hang on; invalid where the query began the trace
 */
record QueryTrace(String id, SpanContext parent) {
    private static final TextMapGetter<String> FIELD = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(String traceparent) {
            return List.of("traceparent");
        }

        @Override
        public String get(String traceparent, String key) {
            return "traceparent".equals(key) ? traceparent : null;
        }
    };

    /** @param traceparent as W3C's Trace Context writes it; null, or anything else, begins a trace */
    static QueryTrace of(String queryId, String traceparent) {
        Context context = W3CTraceContextPropagator.getInstance().extract(Context.root(), traceparent, FIELD);
        SpanContext parent = Span.fromContext(context).getSpanContext();
        return new QueryTrace(parent.isValid() ? parent.getTraceId() : digits(queryId, TraceId.getLength()), parent);
    }

    /** The context of a span in this trace. */
    SpanContext span(String what) {
        return SpanContext.create(
                id, digits(what, SpanId.getLength()), TraceFlags.getSampled(), TraceState.getDefault());
    }

    boolean sampledBy(Sampler sampler) {
        Context context = Context.root().with(Span.wrap(parent));
        return sampler.shouldSample(context, id, "", SpanKind.INTERNAL, Attributes.empty(), List.of())
                        .getDecision()
                == SamplingDecision.RECORD_AND_SAMPLE;
    }

    private static String digits(String of, int count) {
        return Sha256.hex(of.getBytes(StandardCharsets.UTF_8)).substring(0, count);
    }
}
