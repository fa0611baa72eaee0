// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.demo;

import dev.eddy.console.page.PageServer;
import dev.eddy.console.settings.DemoOptions;
import dev.eddy.console.settings.Typed;
import dev.eddy.console.terminal.StopSignal;
import dev.eddy.console.topic.Tokenizers;
import dev.eddy.local.demo.DemoRun;
import dev.eddy.local.demo.DemoSettings;
import dev.eddy.local.demo.StoppedException;
import dev.eddy.local.report.Report;
import dev.eddy.local.run.RunFolder;
import dev.eddy.local.run.RunRefusedException;
import dev.eddy.port.BlobStore;
import dev.eddy.port.Ports;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.configuration.Configuration;

/** One sitting at a demo: from the start or resume of its run to the table, or to Ctrl-C. */
public final class DemoSession {
    private static final int KEPT_TRAJECTORIES = 2_000;

    private final RunFolder folder;
    private final Configuration values;
    private final boolean headless;
    private final Path report;
    private final PrintWriter out;

    /**
     * @param values the run's settings
     * @param report where to write what came out; null for nowhere
     */
    public DemoSession(RunFolder folder, Configuration values, boolean headless, Path report, PrintWriter out) {
        this.folder = folder;
        this.values = values;
        this.headless = headless;
        this.report = report;
        this.out = out;
    }

    /** Runs to its end and answers with the ledger's lines that do not balance; empty too where it was stopped. */
    public List<String> run(boolean acceptLoss) throws Exception {
        DemoSettings settings = DemoOptions.demo(values);
        CountDownLatch leave = new CountDownLatch(1);
        AtomicReference<DemoRun> running = new AtomicReference<>();
        say("run         " + folder.root());
        say("starting    broker, cluster and jobs: some ten seconds");
        try (StopSignal signal = StopSignal.install(DemoRun.LONGEST_END, () -> {
                    say("");
                    say("stopping in order …");
                    leave.countDown();
                    DemoRun now = running.get();
                    if (now != null) {
                        now.stop();
                    }
                });
                TerminalProgress progress = new TerminalProgress(out);
                DemoRun run = DemoRun.start(
                        folder, DemoOptions.local(values), settings, acceptLoss, progress, signal::isRaised)) {
            running.set(run);
            if (signal.isRaised()) {
                run.stop();
            }
            return watched(run, settings, progress, leave);
        } catch (StoppedException e) {
            say("stopped. It goes on with: " + resuming());
            return List.of();
        }
    }

    private List<String> watched(DemoRun run, DemoSettings settings, TerminalProgress progress, CountDownLatch leave)
            throws Exception {
        Map<String, String> where = Map.of("path", folder.store().blobs().toString());
        try (Ports.Lease<BlobStore> blobs = Ports.lease(BlobStore.class, "file", where);
                PageServer page = headless ? null : page(run, blobs.get())) {
            if (page != null) {
                invite(page, run, settings);
            }
            run.run();
            progress.close();
            run.evaluated()
                    .forEach((agent, table) -> DemoTable.print(
                            out,
                            agent + ", held-out questions about what training has not seen:",
                            table.modes(),
                            run.columns(agent)));
            if (!headless && System.console() != null) {
                say("the page stays at " + page.address() + " and the agents go on answering; Ctrl-C ends them");
                leave.await();
            }
            List<String> violations = account(run);
            if (!headless) {
                say("its page and its agents come back, in a terminal, with: " + resuming());
            }
            return violations;
        } catch (StoppedException | RunRefusedException e) {
            progress.close();
            run.stopJobs();
            throw e;
        }
    }

    private String resuming() {
        return Typed.resuming(folder.root());
    }

    private PageServer page(DemoRun run, BlobStore blobs) throws Exception {
        PageServer.Options options = new PageServer.Options(
                InetAddress.getLoopbackAddress(),
                folder.ports().page(),
                null,
                KEPT_TRAJECTORIES,
                folder.root(),
                Tokenizers.words());
        return PageServer.start(options, run.runtime().client(), blobs);
    }

    private void invite(PageServer page, DemoRun run, DemoSettings settings) throws InterruptedException {
        say("page        " + page.address()
                + "   the learning curve, what stalls it, and every trajectory step by step");
        say("Flink       " + run.runtime().cluster().webPage() + "   the jobs and their checkpoints");
        say("try         " + Typed.about(folder.root(), "ask --again latest"));
        say("            "
                + Typed.about(folder.root(), "topics tail trajectories --follow --filter query.purpose=EVAL"));
        say(String.format(
                "training    on %,d groups; then %,d held-out questions in every mode",
                run.trainingGroups(), settings.evaluationSeeds() * settings.evaluationQueries()));
    }

    private List<String> account(DemoRun run) throws Exception {
        run.stopJobs();
        Report written = run.report();
        if (report != null) {
            written.write(report);
            say("report      " + report.toAbsolutePath());
        }
        List<String> violations = written.ledger().violations();
        if (violations.isEmpty()) {
            say(String.format(
                    "ledger      balances: %,d rollouts, %,d trajectories, %,d groups, %,d policy versions; nothing lost, nothing twice",
                    written.ledger().rollouts(),
                    written.ledger().trajectories(),
                    written.ledger().groups().formed(),
                    written.ledger().policyVersions()));
        } else {
            say("ledger      does not balance:");
            violations.forEach(line -> say("  " + line));
        }
        return violations;
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }
}
