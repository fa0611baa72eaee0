// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.terminal.StopSignal;
import dev.eddy.console.topic.JsonFilter;
import dev.eddy.console.topic.TopicTail;
import dev.eddy.schemas.Topic;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddy topics tail}: decoded records as JSON, one a line. */
@Command(
        name = "tail",
        mixinStandardHelpOptions = true,
        description = "Prints committed records as JSON, one a line: partition, offset, key, value.")
final class TopicsTailCommand implements Callable<Integer> {
    private static final long DEFAULT_LAST = 10;

    @Parameters(paramLabel = "TOPIC", description = "A topic of the catalogue; 'eddy topics list' names them.")
    private String topic;

    @Option(
            names = {"-f", "--follow"},
            description = "Waits for more at the end, until Ctrl-C.")
    private boolean follow;

    @Option(names = "--from-beginning", description = "Begins with the oldest record kept.")
    private boolean fromBeginning;

    @Option(
            names = {"-n", "--last"},
            paramLabel = "COUNT",
            description = "Begins with so many of the newest records of each partition (10).")
    private Long last;

    @Option(names = "--limit", paramLabel = "COUNT", description = "Ends after so many printed records.")
    private long limit = Long.MAX_VALUE;

    @Option(
            names = "--filter",
            paramLabel = "CONDITION",
            description =
                    "Prints only values that meet it: path=text, path!=text or path~text; may be given several times.")
    private List<String> filters = new ArrayList<>();

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Topic chosen = Names.topic(topic);
        if (fromBeginning && last != null) {
            throw new UserError("--from-beginning and --last exclude each other");
        }
        if (limit < 1 || last != null && last < 0) {
            throw new UserError("--limit must be at least 1 and --last at least 0");
        }
        Schema record = SpecificData.get().getSchema(chosen.value());
        List<JsonFilter> conditions = filters.stream()
                .map(filter -> JsonFilter.parse(filter).on(record))
                .toList();
        PrintWriter out = spec.commandLine().getOut();
        AtomicLong printed = new AtomicLong();
        long begin = fromBeginning ? -1 : last == null ? DEFAULT_LAST : last;
        TopicTail tail = new TopicTail(Brokers.reachable(options.load()), chosen);
        try (StopSignal stop = StopSignal.install(() -> {})) {
            tail.read(begin, follow, () -> !stop.isRaised() && printed.get() < limit, json -> {
                if (conditions.stream().allMatch(condition -> condition.test(json.path("value")))) {
                    out.println(json);
                    out.flush();
                    printed.incrementAndGet();
                }
            });
        }
        return 0;
    }
}
