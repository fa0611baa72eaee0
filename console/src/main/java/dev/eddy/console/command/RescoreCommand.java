// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.rescore.Rescored;
import dev.eddy.console.rescore.Rescoring;
import dev.eddy.console.settings.Settings;
import dev.eddy.console.topic.TransactionalWriter;
import dev.eddy.job.Rescorer;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy rescore}: another reward over stored trajectories. */
@Command(
        name = "rescore",
        mixinStandardHelpOptions = true,
        description = {
            "Scores stored trajectories again, by the newest scorer or by other settings of it, and writes the new records to"
                    + " rescored-trajectories: the old ones stay, and nothing trains on the new ones.",
            "Settings are the reward job's, such as -D eddy.reward.settings.svrl.search-free=0.2, and go before those of the"
                    + " run, if it serves the agent: the verifier and the judge that it asks are asked, unless eddy.verifier.name"
                    + " or eddy.judge.name chooses another.",
            "Less than a kilobyte of each of the agent's scored trajectories is held in memory, and whole those whose group is not"
                    + " complete yet.",
            "A trajectory is scored once by each scorer; other settings are another. Exit code 1: some could not be scored yet."
        })
public final class RescoreCommand implements Callable<Integer> {
    private static final String TRANSACTIONS = "eddy-rescore";

    @Option(names = "--agent", required = true, paramLabel = "NAME", description = "The agent whose reward it is.")
    private String agent;

    @Mixin
    private PolicySelection wanted;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Settings settings = options.load();
        try (Rescorer rescorer = rescorer(settings)) {
            Properties client = Brokers.reachable(settings);
            try (TransactionalWriter writer = new TransactionalWriter(client, TRANSACTIONS)) {
                Rescored rescored = new Rescoring(client, rescorer, writer).run(agent, wanted::takes);
                PrintWriter out = spec.commandLine().getOut();
                out.println("by scorer " + rescorer.scorer() + ": " + rescored);
                out.flush();
                return rescored.unfinished() ? 1 : 0;
            }
        }
    }

    private Rescorer rescorer(Settings settings) throws Exception {
        try {
            return Rescorer.open(RunWorld.scoring(settings, agent), agent, System::currentTimeMillis);
        } catch (IllegalArgumentException | IOException e) {
            throw new UserError("the reward cannot be made: " + e.getMessage(), e);
        }
    }
}
