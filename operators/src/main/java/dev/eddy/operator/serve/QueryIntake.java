// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.Agent;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Reads queries and lets through those that a loop can begin, each as the request of its first rollout. All others become dead
 * letters: TOO_LARGE, MALFORMED or INVALID_QUERY.
 */
final class QueryIntake extends ProcessFunction<Incoming, RolloutRequest> {
    static final int MAX_GROUP = 1024;
    private static final int MAX_ID = 256;
    private static final long serialVersionUID = 1L;

    private final String job;
    private final AgentSource source;
    private transient Map<String, Agent<?>> agents;
    private transient Codec<Query> codec;
    private transient DeadLetters letters;

    QueryIntake(String job, AgentSource source) {
        this.job = job;
        this.source = source;
    }

    @Override
    public void open(OpenContext context) {
        agents = source.agents(WordTokenizer.instance()); // what makes a query impossible is no matter of tokens
        codec = Codec.of(Query.class);
        letters = new DeadLetters(job);
    }

    @Override
    public void processElement(Incoming record, Context context, Collector<RolloutRequest> out) {
        if (record.value() != null && record.value().length > Incoming.MAX_ASKED_BYTES) {
            String message = "a query of " + record.value().length + " bytes, allowed are " + Incoming.MAX_ASKED_BYTES
                    + ": send pictures by reference";
            context.output(DeadLetters.TAG, letter(record, "TOO_LARGE", message, null, context));
            return;
        }
        letters.read(codec, record, context).ifPresent(query -> read(traced(query, record), record, context, out));
    }

    /** In the trace that its record came with, where it names none itself. */
    private static Query traced(Query query, Incoming record) {
        return query.getTraceparent() != null || record.traceparent() == null
                ? query
                : Query.newBuilder(query).setTraceparent(record.traceparent()).build();
    }

    private void read(Query query, Incoming record, Context context, Collector<RolloutRequest> out) {
        List<String> problems = problems(query);
        if (problems.isEmpty()) {
            SourcePosition position = new SourcePosition(record.topic(), record.partition(), record.offset());
            out.collect(new RolloutRequest(query, 0, position));
        } else {
            String message = String.join("; ", problems);
            context.output(DeadLetters.TAG, letter(record, "INVALID_QUERY", message, query.getQueryId(), context));
        }
    }

    private Outgoing letter(Incoming record, String reason, String message, String id, Context context) {
        return letters.about(record, reason, message, id, context.timerService().currentProcessingTime());
    }

    private List<String> problems(Query query) {
        List<String> problems = new ArrayList<>();
        if (query.getQueryId().isBlank() || query.getQueryId().length() > MAX_ID) {
            problems.add("its id must have 1 to " + MAX_ID + " characters");
        }
        if (query.getPolicy().isBlank()) {
            problems.add("it names no policy");
        }
        if (query.getGroupSize() < 1 || query.getGroupSize() > MAX_GROUP) {
            problems.add("its group size must be from 1 to " + MAX_GROUP + ", got " + query.getGroupSize());
        }
        if (query.getPinnedVersion() != null && query.getPinnedVersion() < 0) {
            problems.add("versions count from 0, it is pinned to " + query.getPinnedVersion());
        }
        Agent<?> agent = agents.get(query.getAgent());
        if (agent == null) {
            problems.add("this job serves no agent '" + query.getAgent() + "'; it serves " + agents.keySet());
        } else {
            problems.addAll(agent.problems(query));
        }
        return problems;
    }
}
