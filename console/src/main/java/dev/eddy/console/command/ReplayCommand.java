// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.agent.Agent;
import dev.eddy.agent.Agents;
import dev.eddy.agent.Tokenizer;
import dev.eddy.console.Eddy;
import dev.eddy.console.UserError;
import dev.eddy.console.settings.Settings;
import dev.eddy.console.terminal.Progress;
import dev.eddy.console.topic.Tokenizers;
import dev.eddy.console.topic.TrajectoryLookup;
import dev.eddy.port.BlobStore;
import dev.eddy.port.Ports;
import dev.eddy.rollout.Replay;
import dev.eddy.rollout.Replayer;
import dev.eddy.schemas.Trajectory;
import java.io.PrintWriter;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddy replay}: runs a stored trajectory through its agent again. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a stored trajectory through its agent again, with neither bank nor model, and says where it differs.",
            "Exit code 0: it reaches the recorded outcome; 3: it does not."
        })
public final class ReplayCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TRAJECTORY", description = "Id of the trajectory, such as q-17/0.")
    private String id;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Settings settings = options.load();
        Trajectory recorded = find(settings, Brokers.reachable(settings));
        Replay replay = replay(recorded, Tokenizers.of(settings));
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "%s: %d effects, %d steps, ended %s with %s%n",
                recorded.getTrajectoryId(),
                recorded.getEffects().size(),
                recorded.getSteps().size(),
                recorded.getTermination(),
                Printable.line(recorded.getAnswers().toString()));
        out.println(replay.difference()
                .map(difference -> "the replay differs at " + Printable.line(difference.toString()))
                .orElse("the replay reaches the recorded outcome"));
        out.flush();
        return replay.difference().isPresent() ? Eddy.BROKEN_PROMISE : 0;
    }

    private Trajectory find(Settings settings, Properties client) throws Exception {
        PrintWriter err = spec.commandLine().getErr();
        try (Ports.Lease<BlobStore> blobs = BlobStores.open(settings);
                Progress progress = Progress.ofShare("searching trajectories", err)) {
            return new TrajectoryLookup(client, blobs.get())
                    .find(id, Long.MAX_VALUE, progress::to)
                    .orElseThrow(() -> new UserError("no trajectory '" + id
                            + "' stands on the topic; 'eddy topics tail rewarded-trajectories' shows ids"));
        }
    }

    private static Replay replay(Trajectory recorded, Tokenizers tokenizers) {
        String hash = recorded.getTokenizerHash();
        Tokenizer tokenizer = tokenizers
                .find(hash)
                .orElseThrow(() -> new UserError("cannot be replayed: the trajectory was written with the tokenizer "
                        + hash + ", which is not here. Choose the model that wrote it in eddy.policy-model."));
        try {
            String agent = recorded.getQuery().getAgent();
            return run(Agents.create(agent, tokenizer, recorded.getSettings()), recorded);
        } catch (IllegalArgumentException e) {
            throw new UserError("cannot be replayed: " + e.getMessage(), e);
        }
    }

    private static <S> Replay run(Agent<S> agent, Trajectory recorded) {
        return new Replayer<>(agent).replay(recorded);
    }
}
