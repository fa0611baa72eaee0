// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.Eddy;
import dev.eddy.console.UserError;
import dev.eddy.console.demo.DemoFolders;
import dev.eddy.console.demo.DemoSession;
import dev.eddy.console.demo.RealServers;
import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.DemoOptions;
import dev.eddy.console.settings.FileSystems;
import dev.eddy.console.settings.RunValues;
import dev.eddy.console.settings.Settings;
import dev.eddy.local.demo.DemoSettings;
import dev.eddy.local.experiment.ColdStartFile;
import dev.eddy.local.experiment.ColdStarts;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.local.run.LocalPorts;
import dev.eddy.local.run.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy demo}: the main job on this machine, from the first question to the table. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Starts broker, cluster and jobs on this machine, lets an agent's policy learn, and compares it with baselines.",
            "A new run is kept in a folder of its own under .eddy/runs, or in that of --folder.",
            "Exit code 0: the ledger balances; 3: it does not, and the lines at fault are named."
        })
public final class DemoCommand implements Callable<Integer> {
    private static final String NEWEST = "newest";
    private static final String REAL = "real";

    @Option(names = "--headless", description = "No page; ends by itself.")
    private boolean headless;

    @Option(
            names = "--agent",
            description =
                    "Agent that serves and learns, or all; goes before demo.agent. One of: ${COMPLETION-CANDIDATES}.",
            completionCandidates = Agents.class)
    private String agent;

    @Option(names = "--seed", description = "Seed of world, weights and sampling; goes before demo.seed.")
    private Long seed;

    @Option(
            names = "--world",
            description =
                    "One of the agent's worlds, such as omniglot: and the path of a zip archive; goes before demo.world.")
    private String world;

    @Option(
            names = "--services",
            description =
                    "Servers behind the run: embedded in this process, or real: Redis, S3, Milvus, Triton and a Flink cluster,"
                            + " which scripts/services.sh installs and starts on this machine; they go on running. One of:"
                            + " ${COMPLETION-CANDIDATES}.",
            completionCandidates = Services.class)
    private String services;

    @Option(names = "--report", paramLabel = "FILE", description = "Writes what came out as JSON.")
    private Path report;

    @Option(
            names = "--resume",
            arity = "0..1",
            fallbackValue = NEWEST,
            paramLabel = "FOLDER",
            description = "Goes on with the run in this folder or that of --folder, by default with the newest.")
    private String resume;

    @Option(
            names = "--cold-start-from",
            paramLabel = "FILE",
            description = "Begins with a cold start that 'eddy imitate' wrote in place of one of the demo's own.")
    private Path coldStart;

    @Option(names = "--port", description = "Port of the page; by default 18080, or a free one.")
    private Integer port;

    @Option(
            names = "--accept-loss",
            description =
                    "Resumes a run that was down for longer than its transactions live, although records may be gone.")
    private boolean acceptLoss;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Settings settings = options.load();
        try (RunFolder run = resume == null ? begin(settings, out) : goOn(settings, out)) {
            Configuration values = Configuration.fromMap(run.settings());
            FileSystems.use(values);
            DemoSession session = new DemoSession(run, values, headless, report, out);
            return session.run(acceptLoss).isEmpty() ? 0 : Eddy.BROKEN_PROMISE;
        } catch (IllegalArgumentException e) {
            throw new UserError(e.getMessage(), e);
        }
    }

    /** The settings that were given as options of their own. */
    private Map<String, String> given() {
        Map<String, String> given = new HashMap<>();
        if (agent != null) {
            given.put(DemoOptions.AGENT.key(), agent);
        }
        if (seed != null) {
            given.put(DemoOptions.SEED.key(), seed.toString());
        }
        if (world != null) {
            given.put(DemoOptions.WORLD.key(), world);
        }
        if (services != null) {
            if (!new Services().contains(services)) {
                throw new UserError("--services is '" + services + "'; it must be one of " + new Services());
            }
            given.put(DemoOptions.SERVICES.key(), services);
        }
        return given;
    }

    /** Settings that lead to real servers, which are started. */
    private Map<String, String> servers() throws IOException, InterruptedException {
        return REAL.equals(services) ? new RealServers(Path.of(System.getProperty("eddy.home", ""))).up() : Map.of();
    }

    private RunFolder begin(Settings settings, PrintWriter out) throws IOException, InterruptedException {
        RunValues values = RunValues.ofNew(settings, given(), servers());
        values.print(out);
        Map<String, String> kept = values.toMap();
        // Refuses what cannot be before a folder is made.
        Configuration given = Configuration.fromMap(kept);
        DemoSettings demo = DemoOptions.demo(given);
        DemoOptions.local(given);
        ColdStartFile taught = coldStart == null ? null : PupilOptions.read(coldStart);
        if (taught != null && !demo.agents().contains(taught.agent())) {
            throw new UserError("--cold-start-from is one of agent '" + taught.agent() + "', but " + demo.agents()
                    + " would run; name it: --agent " + taught.agent());
        }
        if (taught != null || demo.world() != null) {
            refuseUnlessPossible(taught == null ? demo.agents().get(0) : taught.agent(), demo, taught);
        }
        Optional<Path> folder = settings.givenRunFolder();
        Path chosen = folder.isPresent() ? folder.get() : usual(settings).fresh();
        RunFolder run = RunFolder.create(chosen, withPage(LocalPorts.free()), kept);
        if (taught != null) {
            ColdStarts.remember(
                    ColdStarts.inRun(run.root(), taught.agent()), demo.seed(), taught.mode(), taught.taught());
        }
        return run;
    }

    /**
     * Opens the agent's world, which may not be one. A cold start that no policy of the run begins with would be left out without
     * a word.
     */
    private static void refuseUnlessPossible(String agent, DemoSettings demo, ColdStartFile taught) throws IOException {
        Path scratch = Files.createTempDirectory("eddy-demo");
        try (Subject subject = Subjects.open(agent, demo.world(), demo.seed(), scratch)) {
            if (taught != null) {
                taught.refuseUnlessFor(subject, subject.learnedLive());
            }
        } finally {
            FileUtils.deleteDirectory(scratch.toFile());
        }
    }

    private RunFolder goOn(Settings settings, PrintWriter out) throws IOException {
        if (coldStart != null) {
            throw new UserError("a run that is gone on with keeps its cold start: leave out --cold-start-from");
        }
        RunFolder run = RunFolder.open(resumed(settings));
        try {
            RunValues values = RunValues.ofResumed(settings, given(), run.settings());
            values.print(out);
            run.change(withPage(run.ports().freed()), values.toMap());
            return run;
        } catch (IOException | RuntimeException e) {
            run.close();
            throw e;
        }
    }

    private Path resumed(Settings settings) throws IOException {
        Optional<Path> folder = settings.givenRunFolder();
        if (resume.equals(NEWEST)) {
            return folder.isPresent() ? folder.get() : usual(settings).newest();
        }
        boolean twice = Settings.COMMAND_LINE.equals(settings.origin(ConsoleOptions.RUN_FOLDER.key()));
        if (twice && !folder.get().equals(Path.of(resume))) {
            throw new UserError("--resume names the run in " + resume + " and --folder the one in " + folder.get()
                    + "; leave out one of them");
        }
        return Path.of(resume);
    }

    private static DemoFolders usual(Settings settings) {
        return new DemoFolders(settings.runFolder(), Clock.systemDefaultZone());
    }

    private LocalPorts withPage(LocalPorts ports) {
        return port == null
                ? ports
                : new LocalPorts(ports.broker(), ports.controller(), ports.flink(), ports.metrics(), port);
    }

    /** What {@code --services} may name. */
    static final class Services extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Services() {
            super(List.of("embedded", REAL));
        }
    }

    /** What {@code --agent} may name. */
    static final class Agents extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Agents() {
            super(Subjects.names());
            add("all");
        }
    }
}
