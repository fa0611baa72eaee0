// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.ask.Asking;
import dev.eddy.console.ask.PictureFile;
import dev.eddy.console.ask.Questions;
import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.Settings;
import dev.eddy.console.settings.Typed;
import dev.eddy.console.terminal.Progress;
import dev.eddy.console.terminal.StopSignal;
import dev.eddy.local.experiment.Subject;
import dev.eddy.port.BlobStore;
import dev.eddy.port.Ports;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.AnswerStatus;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.Trajectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy ask}: puts one question on the topic, prints the answer and the steps to it. */
@Command(
        name = "ask",
        mixinStandardHelpOptions = true,
        description = {
            "Asks one question and prints the answer and the steps that led to it.",
            "Which pictures and which bank or corpus a question needs, if any, depends on the agent and the mode: what is wrong is"
                    + " told."
        })
public final class AskCommand implements Callable<Integer> {
    private static final String LOCAL = "local";
    private static final Pattern ADDRESS = Pattern.compile("https?://", Pattern.CASE_INSENSITIVE);
    private static final Duration TRAJECTORY_PATIENCE = Duration.ofSeconds(15);

    @ArgGroup(multiplicity = "1")
    private What what;

    /** A new question or one of old. */
    private static final class What {
        @ArgGroup(exclusive = false)
        private Fresh fresh;

        @Option(
                names = "--again",
                paramLabel = "QUERY",
                description =
                        "Asks a question of the queries topic once more, as it stands there but for what is given; 'latest' takes"
                                + " the newest one that was answered and is not for training.")
        private String again;
    }

    private static final class Fresh {
        @Option(
                names = "--picture",
                paramLabel = "FILE|URL",
                description =
                        "Picture of the question; may be given several times. An http or https address is fetched by the serve"
                                + " job, if 'eddy.picture-source.name' is set there.")
        private List<String> pictures = new ArrayList<>();

        @Option(names = "--text", required = true, description = "The question.")
        private String text;

        @Option(
                names = {"--bank", "--corpus"},
                paramLabel = "ID",
                description = "Bank of demonstrations, or corpus of pages, to look in.")
        private String bank;
    }

    @Option(names = "--agent", description = "Agent that answers; that of the run where it serves just one.")
    private String agent;

    @Option(names = "--policy", description = "Policy that the agent acts by; the agent's name where none is given.")
    private String policy;

    @Option(names = "--mode", description = "How it acts; " + Subject.TRAINED + " where none is given.")
    private String mode;

    @Option(
            names = "--count",
            description =
                    "Demonstrations to be shown for the answer, of agents that show any; the agent chooses where none is"
                            + " given.")
    private Integer count;

    @Option(
            names = "--tier",
            description = "Budget, of agents that have several: compact, standard, wide or local; " + LOCAL
                    + " where none is given.")
    private String tier;

    @Option(
            names = "--at-version",
            paramLabel = "N",
            description = "Policy version to answer by; the newest otherwise.")
    private Long version;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Settings settings = options.load();
        Properties client = Brokers.reachable(settings);
        try (StopSignal stop = StopSignal.install(() -> {});
                Asking asking = new Asking(client)) {
            Query query = query(settings, client);
            RunWorld.refuseUnlessServed(settings, query.getAgent());
            if (policy != null || version != null) {
                Announced announced = Announced.on(client);
                if (version == null) {
                    announced.newest(query.getPolicy());
                } else {
                    announced.announced(query.getPolicy(), version);
                }
            }
            asking.ask(query);
            Duration patience = settings.get(ConsoleOptions.ASK_TIMEOUT);
            Optional<Answer> answer = asking.answer(query, patience, stop::isRaised);
            if (stop.isRaised()) {
                throw new UserError("stopped before an answer to " + query.getQueryId() + " was taken");
            }
            if (answer.isEmpty()) {
                throw new UserError("no answer to " + query.getQueryId() + " within " + patience.toSeconds()
                        + " s (ask.timeout). Does the serve job run? A refused question stands on dead-letters: "
                        + Typed.about(
                                settings.reachedRun(), "topics tail dead-letters --filter id=" + query.getQueryId()));
            }
            print(answer.get());
            asking.trajectory(query, TRAJECTORY_PATIENCE, stop::isRaised).ifPresent(run -> print(run, settings));
            return answer.get().getStatus() == AnswerStatus.ANSWERED ? 0 : 1;
        }
    }

    private Query query(Settings settings, Properties client) throws Exception {
        Query.Builder query = what.again == null ? fresh(settings) : Query.newBuilder(again(client));
        if (agent != null) {
            query.setAgent(agent).setPolicy(agent);
        }
        given(policy, query::setPolicy);
        given(mode, query::setMode);
        given(count, query::setCount);
        given(tier, query::setTier);
        return query.setQueryId("ask-" + UUID.randomUUID())
                .setPurpose(Purpose.SERVE)
                .setGroupSize(1)
                .setAnswers(1)
                .setPinnedVersion(version)
                .setSubmittedAt(System.currentTimeMillis())
                .build();
    }

    private static <T> void given(T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }

    private Query again(Properties client) {
        try (Progress progress =
                Progress.ofShare("searching questions", spec.commandLine().getErr())) {
            return Questions.find(client, what.again, progress::to);
        }
    }

    private Query.Builder fresh(Settings settings) throws Exception {
        String by = agent == null ? RunWorld.onlyAgent(settings, "--agent") : agent;
        List<Picture> pictures = new ArrayList<>();
        try (Ports.Lease<BlobStore> blobs = BlobStores.open(settings)) {
            for (String named : what.fresh.pictures) {
                pictures.add(
                        ADDRESS.matcher(named).lookingAt()
                                ? new Picture("", 0, 0, named)
                                : stored(Path.of(named), settings, blobs.get()));
            }
        }
        return Query.newBuilder()
                .setAgent(by)
                .setPolicy(by)
                .setMode(Subject.TRAINED)
                .setTier(LOCAL)
                .setPictures(pictures)
                .setText(what.fresh.text)
                .setBankId(what.fresh.bank);
    }

    private static Picture stored(Path file, Settings settings, BlobStore blobs) throws IOException {
        long maxBytes = settings.get(ConsoleOptions.PICTURE_BYTES).getBytes();
        PictureFile read = PictureFile.read(file, maxBytes, settings.get(ConsoleOptions.PICTURE_PIXELS));
        return new Picture(blobs.put(read.content()).join(), read.width(), read.height(), null);
    }

    private void print(Answer answer) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("question  " + answer.getQueryId());
        out.println("answer    "
                + (answer.getStatus() == AnswerStatus.ANSWERED
                        ? Printable.line(answer.getText())
                        : answer.getStatus() + ": " + Printable.line(String.valueOf(answer.getError()))));
        out.printf("by        policy version %d in %d steps%n", answer.getPolicyVersion(), answer.getSteps());
        out.flush();
    }

    private void print(Trajectory trajectory, Settings settings) {
        PrintWriter out = spec.commandLine().getOut();
        for (Step step : trajectory.getSteps()) {
            out.printf(
                    "%3d  %s %s  %s%n",
                    step.getIndex(),
                    step.getAction(),
                    Printable.line(step.getArguments()),
                    step.getError() == null ? Printable.line(step.getFeedback()) : step.getError());
        }
        out.printf(
                "shown     %d in the context of the answer; %d tokens read, %d said%n",
                trajectory.getContext().size(), trajectory.getPromptTokens(), trajectory.getGeneratedTokens());
        out.println("replay    " + Typed.about(settings.reachedRun(), "replay " + trajectory.getTrajectoryId()));
        out.flush();
    }
}
