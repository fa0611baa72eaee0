// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.letter.FoundLetters;
import dev.eddy.schemas.DeadLetter;
import java.io.PrintWriter;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy dead-letters list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description =
                "Lists dead letters, oldest first: time, reason, job, topic/partition/offset, id; then what was wrong.")
final class DeadLettersListCommand implements Callable<Integer> {
    @Mixin
    private LetterOptions wanted;

    @Option(
            names = {"-n", "--last"},
            paramLabel = "COUNT",
            description = "So many of the newest (${DEFAULT-VALUE}).")
    private int last = 50;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (last < 0) {
            throw new UserError("--last must be at least 0, not " + last);
        }
        var filter = wanted.filter(System.currentTimeMillis());
        FoundLetters found = FoundLetters.read(Brokers.reachable(options.load()), filter);
        List<DeadLetter> letters = found.letters();
        PrintWriter out = spec.commandLine().getOut();
        for (DeadLetter letter : letters.subList(Math.max(0, letters.size() - last), letters.size())) {
            out.println(LetterLines.of(letter));
            out.println("    " + Printable.line(letter.getMessage()));
        }
        out.println(letters.size() + " letters " + counts(letters));
        if (found.unreadable() > 0) {
            out.println(found.unreadable() + " records of the topic are no dead letters");
        }
        out.flush();
        return 0;
    }

    private static TreeMap<String, Long> counts(List<DeadLetter> letters) {
        return letters.stream()
                .map(letter -> Printable.line(letter.getReason()))
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    }
}
