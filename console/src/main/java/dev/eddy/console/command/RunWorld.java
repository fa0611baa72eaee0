// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.settings.DemoOptions;
import dev.eddy.console.settings.Settings;
import dev.eddy.job.PortOption;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.local.run.RunFolder;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.util.Map;
import org.apache.flink.configuration.Configuration;

/** What a run in run.folder began with, for commands that work beside it. */
final class RunWorld {
    private RunWorld() {}

    /** An agent in the world of the run. */
    static Subject subject(Settings settings, String agent) throws IOException {
        Configuration run = settings(settings);
        try {
            return Subjects.open(agent, run.get(DemoOptions.WORLD), run.get(DemoOptions.SEED), settings.runFolder());
        } catch (IllegalArgumentException e) {
            throw new UserError(e.getMessage(), e);
        }
    }

    static long seed(Settings settings) throws IOException {
        return settings(settings).get(DemoOptions.SEED);
    }

    /** The settings that the run began with. */
    static Configuration settings(Settings settings) throws IOException {
        return Configuration.fromMap(RunFolder.settingsOf(settings.runFolder())
                .orElseThrow(() -> new UserError(
                        "there is no run in " + settings.runFolder().toAbsolutePath()
                                + ", so it is not known of which world to ask; set run.folder")));
    }

    /** Where the run's weights are: in its folder, unless eddy.policy-store names another place. */
    static Ports.Lease<PolicyStore> policies(Settings settings) throws IOException {
        Configuration given = settings.configuration();
        if (given.getOptional(PortOption.POLICY_STORE.implementation()).isPresent()) {
            return PortOption.POLICY_STORE.choice(given).lease(PolicyStore.class);
        }
        String path = settings.runFolder()
                .resolve("policies")
                .toAbsolutePath()
                .toUri()
                .toString();
        return Ports.lease(PolicyStore.class, "file", Map.of("path", path));
    }
}
