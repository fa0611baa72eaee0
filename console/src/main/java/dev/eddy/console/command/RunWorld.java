// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.settings.DemoOptions;
import dev.eddy.console.settings.FileSystems;
import dev.eddy.console.settings.Settings;
import dev.eddy.job.EddyJob;
import dev.eddy.job.PortOption;
import dev.eddy.job.RewardJob;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.local.run.RunFolder;
import dev.eddy.local.run.RunStore;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;

/** What a local run began with, for commands that work beside it. */
final class RunWorld {
    private RunWorld() {}

    /** An agent in the world of the run. */
    static Subject subject(Settings settings, String agent) throws IOException {
        Configuration run = settings(settings);
        try {
            // Whoever names the folder by another path means the same world and the same pictures.
            Path folder = settings.runFolder().toRealPath();
            return Subjects.open(
                    agent,
                    run.get(DemoOptions.WORLD),
                    run.get(DemoOptions.SEED),
                    folder,
                    store(settings).blobs());
        } catch (IllegalArgumentException e) {
            throw new UserError(e.getMessage(), e);
        }
    }

    static long seed(Settings settings) throws IOException {
        return settings(settings).get(DemoOptions.SEED);
    }

    /** The agents that the run serves; none where there is no run. */
    static List<String> agents(Settings settings) throws IOException {
        return RunFolder.settingsOf(settings.runFolder())
                .map(run -> DemoOptions.agents(Configuration.fromMap(run)))
                .orElse(List.of());
    }

    /**
     * The one agent that the run serves.
     *
     * @param option that names an agent where it serves several, or where there is no run
     */
    static String onlyAgent(Settings settings, String option) throws IOException {
        List<String> agents = agents(settings);
        if (agents.size() == 1) {
            return agents.get(0);
        }
        String folder = settings.runFolder().toAbsolutePath().toString();
        throw new UserError(option + " is needed: "
                + (agents.isEmpty() ? "there is no run in " + folder : "the run in " + folder + " serves " + agents));
    }

    /** Refuses an agent that the run does not serve; lets all pass where other brokers than the run's are asked. */
    static void refuseUnlessServed(Settings settings, String agent) throws IOException {
        if (settings.reachedRun() == null) {
            return;
        }
        List<String> agents = DemoOptions.agents(settings(settings));
        if (!agents.contains(agent)) {
            throw new UserError("the run in " + settings.runFolder().toAbsolutePath() + " serves "
                    + String.join(", ", agents) + ", not agent '" + agent + "'"
                    + (Subjects.names().contains(agent)
                            ? "; one that does begins with: ./eddy demo --agent " + agent
                            : ""));
        }
    }

    /** The settings that the run began with. */
    static Configuration settings(Settings settings) throws IOException {
        return Configuration.fromMap(
                RunFolder.settingsOf(settings.runFolder())
                        .orElseThrow(
                                () -> new UserError(
                                        "there is no run in "
                                                + settings.runFolder().toAbsolutePath()
                                                + ", so it is not known of which world to ask; start './eddy demo', or name the folder of a run with --folder")));
    }

    /** How the run scores an agent that it serves, with what is set before it; the latter alone for any other agent. */
    static Configuration scoring(Settings settings, String agent) throws IOException {
        Configuration given = settings.configuration();
        if (!agents(settings).contains(agent)) {
            return given;
        }
        Configuration before = new Configuration();
        settings(settings).toMap().forEach((key, value) -> {
            if (key.startsWith(EddyJob.PREFIX)) {
                before.setString(key, value);
            }
        });
        before.addAll(given);
        Configuration scoring = new Configuration();
        try (Subject subject = subject(settings, agent)) {
            subject.choices().forEach((port, choice) -> {
                if (before.getOptional(port.implementation()).isEmpty()) {
                    port.choose(scoring, choice.name(), choice.settings());
                }
            });
            subject.rewardSettings()
                    .forEach((name, value) ->
                            scoring.setString(RewardJob.REWARDS.key() + "." + agent + "." + name, value));
        }
        scoring.addAll(before);
        return scoring;
    }

    /** Where the run keeps its blobs and weights. File systems are known from then on, as settings and run describe them. */
    static RunStore store(Settings settings) throws IOException {
        Configuration described = new Configuration();
        RunFolder.settingsOf(settings.runFolder()).ifPresent(run -> run.forEach(described::setString));
        described.addAll(settings.configuration());
        FileSystems.use(described);
        return RunFolder.storeOf(settings.runFolder());
    }

    /** Where the run's weights are, unless eddy.policy-store names another place. */
    static Ports.Lease<PolicyStore> policies(Settings settings) throws IOException {
        Configuration given = settings.configuration();
        if (given.getOptional(PortOption.POLICY_STORE.implementation()).isPresent()) {
            return PortOption.POLICY_STORE.choice(given).lease(PolicyStore.class);
        }
        return Ports.lease(
                PolicyStore.class,
                "file",
                Map.of("path", store(settings).policies().toString()));
    }
}
