// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.letter.FoundLetters;
import dev.eddy.console.letter.Redrive;
import dev.eddy.console.letter.Redrive.Fate;
import dev.eddy.console.letter.Redrive.Part;
import dev.eddy.console.letter.Redriven;
import dev.eddy.console.topic.TransactionalWriter;
import dev.eddy.schemas.DeadLetter;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy dead-letters redrive}. */
@Command(
        name = "redrive",
        mixinStandardHelpOptions = true,
        description = {
            "Puts the records that dead letters are about back on their topics: the same key, bytes and headers in the same"
                    + " partition, in one transaction, each once.",
            "Two headers say so: eddy.redriven-from (partition/offset of the original) and eddy.redriven-times."
        })
final class DeadLettersRedriveCommand implements Callable<Integer> {
    private static final String TRANSACTIONS = "eddy-redrive";

    @Mixin
    private LetterOptions wanted;

    @Option(names = "--dry-run", description = "Says what would become of each, and changes nothing.")
    private boolean dryRun;

    @Option(names = "--force", description = "Puts back again what was put back before.")
    private boolean force;

    @Option(
            names = "--max",
            paramLabel = "TIMES",
            description = "A record that came back so often stays where it is (${DEFAULT-VALUE}).")
    private int max = 3;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException, TimeoutException {
        if (!wanted.namesTopicOrReason()) {
            throw new UserError("say which letters: --topic, --reason or both");
        }
        if (max < 1) {
            throw new UserError("--max must be at least 1, not " + max);
        }
        Predicate<DeadLetter> filter = wanted.filter(System.currentTimeMillis());
        Properties client = Brokers.reachable(options.load());
        if (dryRun) {
            print(plan(client, filter));
            return 0;
        }
        // Opened before it is planned: a redrive at the same time is over then, or shut out.
        try (TransactionalWriter writer = new TransactionalWriter(client, TRANSACTIONS)) {
            List<Part> parts = plan(client, filter);
            writer.write(parts.stream()
                    .filter(part -> part.fate() == Fate.REDRIVEN)
                    .map(part -> Redriven.copy(part.record()))
                    .toList());
            print(parts);
        }
        return 0;
    }

    private List<Part> plan(Properties client, Predicate<DeadLetter> filter)
            throws InterruptedException, TimeoutException {
        return Redrive.plan(client, FoundLetters.read(client, filter).letters(), max, force);
    }

    private void print(List<Part> parts) {
        PrintWriter out = spec.commandLine().getOut();
        Map<Fate, Integer> counts = new EnumMap<>(Fate.class);
        for (Part part : parts) {
            counts.merge(part.fate(), 1, Integer::sum);
            out.println(LetterLines.of(part.letter()) + "  " + part.fate());
        }
        counts.forEach((fate, count) -> out.println(count + " " + fate + ": " + fate.told()));
        if (parts.isEmpty()) {
            out.println("no dead letter fits");
        } else if (dryRun) {
            out.println("a dry run: nothing was changed");
        }
        out.flush();
    }
}
