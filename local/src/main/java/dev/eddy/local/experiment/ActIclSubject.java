// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.advantage.AdvantageEstimator;
import dev.eddy.effect.EffectPorts;
import dev.eddy.local.policy.PolicyFamily;
import dev.eddy.local.policy.acticl.ActIclFamily;
import dev.eddy.local.world.Instance;
import dev.eddy.local.world.Split;
import dev.eddy.local.world.WorldBank;
import dev.eddy.port.BlobStore;
import dev.eddy.port.DemonstrationBank;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** ActICL among generated glyphs: names of symbols, to be learnt from a bank's demonstrations. */
final class ActIclSubject implements Subject {
    private static final String ADAPTIVE = "adaptive";
    private static final List<ExperimentMode> MODES = List.of(
            of("zero_shot", "trained", null, null),
            of("random", "trained", 4, 4),
            of("mmices", "trained", 4, 4),
            new ExperimentMode("untrained", null, false, "trained", null, ADAPTIVE),
            new ExperimentMode("trained", "trained", false, "trained", 4, 4),
            new ExperimentMode("trained", "trained", false, "trained", null, ADAPTIVE),
            of("fixed_goal", "fixed_goal", null, ADAPTIVE),
            of("no_read", "no_read", null, ADAPTIVE),
            of("no_curate", "no_curate", null, ADAPTIVE),
            of("text_only", "text_only", null, ADAPTIVE),
            of("visual_only", "visual_only", null, ADAPTIVE));

    private final Leases leases = new Leases();
    private final WorldBank bank;
    private final EffectPorts ports;

    ActIclSubject(long worldSeed, Path folder) throws IOException {
        try {
            BlobStore blobs = leases.blobs(folder);
            Map<String, String> settings = Leases.withBlobs(folder, Map.of("seed", Long.toString(worldSeed)));
            bank = (WorldBank) leases.take(DemonstrationBank.class, "world", settings);
            ports = EffectPorts.none().with(BlobStore.class, blobs).with(DemonstrationBank.class, bank);
        } catch (IOException | RuntimeException e) {
            leases.close();
            throw e;
        }
    }

    private static ExperimentMode of(String name, String policy, Integer count, Object reported) {
        return new ExperimentMode(name, policy, false, name, count, reported);
    }

    @Override
    public String agent() {
        return "acticl";
    }

    @Override
    public String world() {
        return "glyphs";
    }

    @Override
    public PolicyFamily family() {
        return new ActIclFamily();
    }

    @Override
    public EffectPorts ports() {
        return ports;
    }

    @Override
    public Asked ask(Part part, long number, String queryId) {
        Instance instance = bank.instance(part == Part.TEST ? Split.STRICT : Split.TRAIN, 0, number)
                .join();
        return new Asked(
                instance.query(queryId).setTier("local").setCount(instance.count()), instance.label(queryId, 0));
    }

    @Override
    public Recipe recipe() {
        return new Recipe(AdvantageEstimator.RLOO, 8, 16, 800, 4, 0, 300);
    }

    @Override
    public List<ExperimentMode> modes() {
        return MODES;
    }

    @Override
    public List<String> columns() {
        return List.of("shots", "calls", "acquisitionTokens", "forcedCommitShare");
    }

    @Override
    public String coldStartMode(String mode) {
        return "trained";
    }

    @Override
    public SortedMap<String, Integer> coldStart(OfflineRun run, String mode, int size) {
        throw new IllegalArgumentException("ActICL's small policy learns from nothing and has no cold start: leave out"
                + " --cold-start, got " + size);
    }

    @Override
    public void close() {
        leases.close();
    }
}
