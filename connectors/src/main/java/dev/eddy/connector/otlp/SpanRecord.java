// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.common.InstrumentationLibraryInfo;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A span of something that is over and whose times are on record. Immutable.
 *
 * @param startMs epoch milliseconds
 * @param endMs epoch milliseconds, not before the start
 */
record SpanRecord(
        String name,
        SpanKind kind,
        SpanContext context,
        SpanContext parent,
        long startMs,
        long endMs,
        Attributes attributes,
        StatusData status)
        implements SpanData {
    private static final Resource RESOURCE =
            Resource.getDefault().toBuilder().put("service.name", "eddy").build();
    private static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.builder("dev.eddy")
            .setSchemaUrl(GenAi.SCHEMA_URL)
            .build();

    @Override
    public String getName() {
        return name;
    }

    @Override
    public SpanKind getKind() {
        return kind;
    }

    @Override
    public SpanContext getSpanContext() {
        return context;
    }

    @Override
    public SpanContext getParentSpanContext() {
        return parent;
    }

    @Override
    public StatusData getStatus() {
        return status;
    }

    @Override
    public long getStartEpochNanos() {
        return TimeUnit.MILLISECONDS.toNanos(startMs);
    }

    @Override
    public long getEndEpochNanos() {
        return TimeUnit.MILLISECONDS.toNanos(endMs);
    }

    @Override
    public Attributes getAttributes() {
        return attributes;
    }

    @Override
    public int getTotalAttributeCount() {
        return attributes.size();
    }

    @Override
    public List<EventData> getEvents() {
        return List.of();
    }

    @Override
    public int getTotalRecordedEvents() {
        return 0;
    }

    @Override
    public List<LinkData> getLinks() {
        return List.of();
    }

    @Override
    public int getTotalRecordedLinks() {
        return 0;
    }

    @Override
    public boolean hasEnded() {
        return true;
    }

    @Override
    public Resource getResource() {
        return RESOURCE;
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return SCOPE;
    }

    @Override
    @Deprecated
    public InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
        return InstrumentationLibraryInfo.create(SCOPE.getName(), SCOPE.getVersion(), SCOPE.getSchemaUrl());
    }
}
