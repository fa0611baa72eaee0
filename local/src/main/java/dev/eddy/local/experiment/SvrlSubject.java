// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.effect.EffectPorts;
import dev.eddy.job.PortOption;
import dev.eddy.local.experiment.OfflineRun.Scored;
import dev.eddy.local.policy.PolicyFamily;
import dev.eddy.local.policy.svrl.NoToolPass;
import dev.eddy.local.policy.svrl.SvrlFamily;
import dev.eddy.local.world.encyclopaedia.EmblemCase;
import dev.eddy.local.world.encyclopaedia.Encyclopaedia;
import dev.eddy.metric.Metric;
import dev.eddy.port.BlobStore;
import dev.eddy.port.Encoder;
import dev.eddy.port.Judge;
import dev.eddy.port.PortChoice;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.Verifier;
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

/**
 * SVRL in a generated encyclopaedia. Its cold start imitates runs of the policy itself that came to the right answer, a third of
 * which were made to search twice. The baselines {@code mmsearch_r1} and {@code mmsearch_r1_rich} collect theirs without that third:
 * the plan that forces it, mode {@code rag}, exists in SVRL's own protocol only, whose prompt asks for verdicts that theirs lacks.
 */
final class SvrlSubject implements Subject {
    static final String WORLD = "encyclopaedia";

    private static final List<ExperimentMode> MODES = List.of(
            ExperimentMode.ofTrained("direct", "direct"),
            ExperimentMode.ofTrained("rag", "rag"),
            new ExperimentMode("untrained", null, false, "trained", null, null),
            new ExperimentMode("cold_start", null, true, "trained", null, null),
            ExperimentMode.learning("trained"),
            ExperimentMode.ofTrained("trained_keep_all", "trained_keep_all"),
            ExperimentMode.ofTrained("trained_ttv", "trained_ttv"),
            ExperimentMode.ofTrained("trained_tts_k8", "trained_tts_k8"),
            ExperimentMode.learning("mmsearch_r1"),
            ExperimentMode.learning("mmsearch_r1_masks"),
            ExperimentMode.learning("mmsearch_r1_rich"),
            ExperimentMode.learning("query_align"),
            ExperimentMode.learning("search_aware"),
            ExperimentMode.learning("no_aware"));

    /** MMSearch-R1 with the paper's prompt for reasoning and acting, and the same with a judge in place of the match. */
    private static final List<ExperimentMode> FURTHER =
            List.of(ExperimentMode.learning("react"), ExperimentMode.learning("llm_judge"));

    /** The paper's main baseline is the last. */
    private static final Set<String> LIVE = Set.of("direct", "cold_start", "trained", "mmsearch_r1");

    /** Without a block of verdicts in its protocol. */
    private static final String OWN_PROTOCOL = "mmsearch_r1";

    private static final Set<String> IN_OWN_PROTOCOL = Set.of(OWN_PROTOCOL, "react", "llm_judge");

    private static final String RICH = "mmsearch_r1_rich";
    private static final int LIVE_STEPS = 400;
    private static final int BATCHES_A_ROUND = 60;
    private static final int QUESTIONS_A_BATCH = 32;
    private static final int RUNS_A_QUESTION = 8;
    /** At 4e-3 beside 12e-3, the learning rate of the beginning; what is kept of 32 questions to a step. */
    private static final Imitation IMITATION = new Imitation(1, 32, 1 / 3.0);

    private final Leases leases;
    private final Encyclopaedia world;
    private final NoToolPass pretrained;
    private final BlobStore blobs;
    private final String memory;

    SvrlSubject(long worldSeed, URI pictures) throws IOException {
        leases = new Leases(pictures);
        try {
            Map<String, String> seed = Map.of("seed", Long.toString(worldSeed));
            leases.takeWithBlobs(PortOption.SEARCH_ENGINE, SearchEngine.class, "encyclopaedia", seed);
            leases.take(PortOption.VERIFIER, Verifier.class, PortChoice.of("encyclopaedia", seed));
            leases.takeWithBlobs(PortOption.JUDGE, Judge.class, "local", Map.of());
            leases.take(PortOption.ENCODER, Encoder.class, PortChoice.of("minilm", Map.of()));
            // What it finds for a like query depends on what ran before, so an experiment would not come out the same
            // again.
            leases.chooseForJobs(PortOption.RESULT_CACHE, PortChoice.of("memory", Map.of()));
            blobs = leases.ports().get(BlobStore.class);
            world = Encyclopaedia.open(worldSeed);
            byte[] schooling = world.schooling();
            pretrained = new NoToolPass(schooling);
            memory = blobs.put(schooling).join();
        } catch (IOException | RuntimeException e) {
            leases.close();
            throw e;
        }
    }

    @Override
    public String agent() {
        return "svrl";
    }

    @Override
    public String world() {
        return WORLD;
    }

    @Override
    public PolicyFamily family() {
        return new SvrlFamily();
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
    public Map<String, String> rewardSettings() {
        return Map.of("judged", "eval");
    }

    @Override
    public Map<String, String> trainerSettings(String mode) {
        return Map.of("memory", memory, "reader", mode.equals(RICH) ? "rich" : "plain");
    }

    @Override
    public Asked ask(Part part, long number, String queryId) {
        EmblemCase question = world.question(
                switch (part) {
                    case TRAIN -> dev.eddy.local.world.encyclopaedia.Part.TRAIN;
                    case COLD_START -> dev.eddy.local.world.encyclopaedia.Part.COLD_START;
                    case TEST, TEST_AMONG_ALL -> dev.eddy.local.world.encyclopaedia.Part.TEST;
                },
                number);
        blobs.put(question.png()).join();
        boolean searchFree = pretrained
                .answer(question.png(), question.text())
                .filter(question.target()::equals)
                .isPresent();
        return new Asked(question.query(queryId), question.label(queryId, searchFree, 0));
    }

    @Override
    public Recipe recipe() {
        return new Recipe(8, 16, 600, 4, 1, 3, 2_000);
    }

    @Override
    public Recipe liveRecipe() {
        return recipe().withSteps(LIVE_STEPS);
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
        return List.of(
                "searchRatio", "searchPrecision", "searchRecall", "maskAgreement", "uniqueQueries", "cacheHitShare");
    }

    @Override
    public String coldStartMode(String mode) {
        if (mode == null) {
            return "trained";
        }
        return IN_OWN_PROTOCOL.contains(mode) ? OWN_PROTOCOL : mode.equals(RICH) ? RICH : "trained";
    }

    /** A third of the batches is made to search for the picture, then for a text. */
    @Override
    public String modeToCollect(String mode, long index) {
        return index / QUESTIONS_A_BATCH % 3 == 0 && !mode.startsWith(OWN_PROTOCOL) ? "rag" : mode;
    }

    @Override
    public int runsToCollect() {
        return RUNS_A_QUESTION;
    }

    @Override
    public Imitation imitation() {
        return IMITATION;
    }

    /** @param size rounds: each gathers runs, imitates, and leaves a policy for the next to gather with */
    @Override
    public SortedMap<String, Integer> coldStart(OfflineRun run, String mode, int size) throws InterruptedException {
        Random random = new Random(run.seed());
        SortedMap<String, Integer> fates = new TreeMap<>();
        long question = run.seed() * 1_000_000;
        for (int round = 0; round < size; round++) {
            List<List<Trajectory>> batches = new ArrayList<>();
            for (int batch = 0; batch < BATCHES_A_ROUND; batch++) {
                String in = modeToCollect(mode, (long) batch * QUESTIONS_A_BATCH);
                List<Trajectory> lessons = new ArrayList<>();
                for (int i = 0; i < QUESTIONS_A_BATCH; i++) {
                    List<Scored> runs = run.group(
                            Part.COLD_START, question++, in, null, Decoding.SAMPLED, RUNS_A_QUESTION, run.current());
                    lessons.addAll(Imitation.oneOfEachKind(right(runs, fates), random));
                }
                batches.add(lessons);
            }
            batches.stream()
                    .filter(lessons -> !lessons.isEmpty())
                    .forEach(lessons -> run.imitate(lessons, IMITATION.rate()));
        }
        return fates;
    }

    private static List<Trajectory> right(List<Scored> runs, SortedMap<String, Integer> fates) {
        List<Trajectory> right = new ArrayList<>();
        for (Scored one : runs) {
            boolean kept = one.reward().getComponents().getOrDefault(Metric.TASK, 0.0) == 1;
            fates.merge(kept ? "kept" : "wrong_answer", 1, Integer::sum);
            if (kept) {
                right.add(one.trajectory());
            }
        }
        return right;
    }

    @Override
    public void close() {
        leases.close();
    }
}
