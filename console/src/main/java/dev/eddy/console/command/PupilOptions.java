// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.settings.Settings;
import dev.eddy.local.experiment.ColdStartFile;
import dev.eddy.local.experiment.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Which policy is to be taught, for commands that collect its lessons or teach it. */
final class PupilOptions {
    @Option(
            names = "--agent",
            required = true,
            paramLabel = "NAME",
            description = "The agent whose policy is to be taught.")
    private String agent;

    @Option(
            names = "--mode",
            paramLabel = "NAME",
            description = "The mode that the policy is to learn in (${DEFAULT-VALUE}).")
    private String mode = Subject.TRAINED;

    String agent() {
        return agent;
    }

    String mode() {
        return mode;
    }

    /** To be asked before anything else: what else may be wrong follows from a wrong agent or run. */
    void refuseUnlessServed(Settings settings) throws IOException {
        Names.refuseUnlessSmall(agent);
        RunWorld.refuseUnlessServed(settings, agent);
    }

    Subject subject(Settings settings) throws IOException {
        return RunWorld.subject(settings, agent);
    }

    /** What a cold start that somebody named would teach such a policy. */
    byte[] weights(Path file, Subject subject) {
        ColdStartFile coldStart = read(file);
        try {
            coldStart.refuseUnlessFor(subject, List.of(mode));
        } catch (IllegalArgumentException e) {
            throw new UserError(file + ": " + e.getMessage() + "; see --agent and --mode", e);
        }
        return coldStart.taught().weights();
    }

    /** A cold start that somebody named. */
    static ColdStartFile read(Path file) {
        try {
            return ColdStartFile.read(file);
        } catch (IllegalArgumentException e) {
            throw new UserError(e.getMessage(), e);
        } catch (IOException e) {
            throw new UserError("the cold start in " + file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
