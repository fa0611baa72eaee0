// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.effect.EffectPorts;
import dev.eddy.job.PortOption;
import dev.eddy.local.experiment.OfflineRun.Scored;
import dev.eddy.local.policy.PolicyFamily;
import dev.eddy.local.policy.mcite.MCiteFamily;
import dev.eddy.local.world.documents.DocumentIndex;
import dev.eddy.local.world.documents.DocumentQuestion;
import dev.eddy.local.world.documents.DocumentSplit;
import dev.eddy.port.Judge;
import dev.eddy.port.PageIndex;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Ports;
import dev.eddy.reward.TrajectoryFilter;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Trajectory;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * MCite among printed reports. Its cold start imitates runs of a noisy script over the policy's own features, those that the
 * paper's filter keeps.
 */
final class MCiteSubject implements Subject {
    private static final List<ExperimentMode> MODES = List.of(
            new ExperimentMode("untrained", null, false, "untrained", null, null),
            new ExperimentMode("cold_start", null, true, "cold_start", null, null),
            ExperimentMode.learning("trained"),
            ExperimentMode.learning("no_cit"),
            ExperimentMode.learning("no_out"),
            ExperimentMode.learning("no_ans"),
            ExperimentMode.learning("no_proc"),
            ExperimentMode.learning("no_search"),
            ExperimentMode.learning("no_format"),
            ExperimentMode.learning("search_r1"),
            ExperimentMode.learning("vrag_rl"));

    /** The loop without any training, and what the loop is for: one page, found by the question, and one answer. */
    private static final List<ExperimentMode> FURTHER = List.of(
            new ExperimentMode("react", null, false, "react", null, null), ExperimentMode.ofTrained("rag", "rag"));

    /** VRAG-RL is what the paper compares with step by step. */
    private static final Set<String> LIVE = Set.of("cold_start", "trained", "vrag_rl");

    private static final String USUAL_WORLD = "documents";
    private static final String COLD_START = "cold_start";
    /** At 3e-3 beside 4e-3, the learning rate of the beginning. */
    private static final Imitation IMITATION = new Imitation(20, 16, 0.75);
    /** Questions of a seed's cold start, which no other seed's meets. */
    private static final long ATTEMPTS = 100_000;

    private final String world;
    private final Leases leases;
    private final DocumentIndex index;

    /** @param world as in {@link DocumentWorld#open}; null for the usual one */
    MCiteSubject(String world, long worldSeed, URI blobs) throws IOException {
        this.world = world == null ? USUAL_WORLD : world;
        leases = new Leases(blobs);
        try {
            index = (DocumentIndex) leases.takeWithBlobs(
                    PortOption.PAGE_INDEX,
                    PageIndex.class,
                    "world",
                    Map.of("world", this.world, "seed", Long.toString(worldSeed)));
            leases.takeWithBlobs(PortOption.JUDGE, Judge.class, "local", Map.of());
        } catch (IOException | RuntimeException e) {
            leases.close();
            throw e;
        }
    }

    @Override
    public String agent() {
        return "mcite";
    }

    @Override
    public String world() {
        return world;
    }

    @Override
    public PolicyFamily family() {
        return new MCiteFamily();
    }

    /** The small policy reads one page at a time, and crops pages itself: only what people may look at needs pictures of crops. */
    @Override
    public Map<String, String> agentSettings() {
        return Map.of("rag-pages", "1", "render-crops", "but_training");
    }

    @Override
    public Map<String, String> rewardSettings() {
        return Map.of("judge-citations", "true");
    }

    @Override
    public EffectPorts ports() {
        return leases.ports();
    }

    @Override
    public Map<PortOption, PortChoice> choices() {
        return leases.choices();
    }

    @Override
    public void load(Function<PortOption, PortChoice> chosen) throws Exception {
        PortChoice choice = chosen.apply(PortOption.PAGE_INDEX);
        try (Ports.Lease<PageIndex> lease = choice.lease(PageIndex.class)) {
            if (lease.get() instanceof DocumentIndex jobs) {
                jobs.load();
            }
        }
    }

    @Override
    public Asked ask(Part part, long number, String queryId) {
        DocumentQuestion question =
                index.world().question(part.isTest() ? DocumentSplit.TEST : DocumentSplit.TRAIN, number);
        return new Asked(question.query(queryId), question.label(queryId, 0));
    }

    @Override
    public Recipe recipe() {
        return new Recipe(8, 16, 200, 4, 1, 32, 600);
    }

    @Override
    public List<ExperimentMode> modes() {
        return MODES;
    }

    @Override
    public List<ExperimentMode> furtherModes() {
        return FURTHER;
    }

    @Override
    public List<ExperimentMode> liveModes() {
        return MODES.stream().filter(mode -> LIVE.contains(mode.name())).toList();
    }

    @Override
    public List<String> columns() {
        return List.of("meanIoU", "iouAtHalf", "nDCG", "meanIoGT", "gatePassShare", "invalidActionShare", "entropy");
    }

    @Override
    public String coldStartMode(String mode) {
        return COLD_START;
    }

    /** @param size runs to be kept */
    @Override
    public SortedMap<String, Integer> coldStart(OfflineRun run, String mode, int size) throws InterruptedException {
        PolicyVersion script = run.store(family().scriptedTeacher().orElseThrow());
        TrajectoryFilter filter = TrajectoryFilter.found();
        SortedMap<String, Integer> fates = new TreeMap<>();
        List<Trajectory> kept = new ArrayList<>();
        for (long attempt = 0; kept.size() < size; attempt++) {
            long number = 1_000_000 + ATTEMPTS * run.seed() + attempt;
            Scored scored = run.group(Part.COLD_START, number, mode, null, Decoding.SAMPLED, 1, script)
                    .get(0);
            String fate = filter.objection(scored.reward()).orElse("kept");
            fates.merge(fate, 1, Integer::sum);
            if (fate.equals("kept")) {
                kept.add(scored.trajectory());
            }
        }
        IMITATION.teach(kept, new Random(run.seed()), batch -> run.imitate(batch, IMITATION.rate()));
        return fates;
    }

    @Override
    public Imitation imitation() {
        return IMITATION;
    }

    @Override
    public void close() {
        leases.close();
    }
}
