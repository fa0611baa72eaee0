// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.effect.EffectPorts;
import dev.eddy.job.PortOption;
import dev.eddy.local.policy.PolicyFamily;
import dev.eddy.local.policy.acticl.ActIclFamily;
import dev.eddy.local.world.Instance;
import dev.eddy.local.world.Split;
import dev.eddy.local.world.World;
import dev.eddy.local.world.WorldBank;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;

/** ActICL among generated glyphs: names of symbols, to be learnt from a bank's demonstrations. */
final class ActIclSubject implements Subject {
    private static final String ADAPTIVE = "adaptive";
    /** Those that need no training of their own. */
    private static final int LIVE = 6;

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

    private final String world;
    private final Leases leases;
    private final WorldBank bank;

    /**
     * @param world as in {@link dev.eddy.local.world.World#open}; null for the usual one
     * @param folder of banks beside the world's, in its folder {@code banks}
     */
    ActIclSubject(String world, long worldSeed, Path folder, URI blobs) throws IOException {
        this.world = world == null ? World.GLYPHS : world;
        leases = new Leases(blobs);
        try {
            bank = (WorldBank) leases.takeWithBlobs(
                    PortOption.DEMONSTRATION_BANK,
                    DemonstrationBank.class,
                    "world",
                    Map.of(
                            "world",
                            this.world,
                            "seed",
                            Long.toString(worldSeed),
                            "banks",
                            folder.resolve("banks").toString()));
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
        int colon = world.indexOf(':');
        return colon < 0
                ? world
                : world.substring(0, colon + 1)
                        + Path.of(world.substring(colon + 1)).getFileName();
    }

    @Override
    public List<String> notes() {
        return List.of("acticl learns and is judged with banks of 512 and 1,024 records alone: half"
                + " of the glyphs are too few drawings for 4,096");
    }

    @Override
    public PolicyFamily family() {
        return new ActIclFamily();
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
        PortChoice choice = chosen.apply(PortOption.DEMONSTRATION_BANK);
        try (Ports.Lease<DemonstrationBank> lease = choice.lease(DemonstrationBank.class)) {
            if (lease.get() instanceof WorldBank jobs) {
                jobs.load();
            }
        }
    }

    @Override
    public Asked ask(Part part, long number, String queryId) {
        Split split = switch (part) {
            case TRAIN, COLD_START -> Split.TRAIN;
            case TEST -> Split.STRICT;
            case TEST_AMONG_ALL -> Split.ALL;
        };
        Instance instance = bank.instance(split, 0, number).join();
        return new Asked(
                instance.query(queryId).setTier("local").setCount(instance.count()), instance.label(queryId, 0));
    }

    @Override
    public List<Part> judgedBy() {
        return List.of(Part.TEST, Part.TEST_AMONG_ALL);
    }

    @Override
    public Recipe recipe() {
        return new Recipe(8, 16, 800, 4, 4, 0, 300);
    }

    /** A budget of 12,800 questions: what does not differ in reward counts, too. */
    @Override
    public Recipe liveRecipe() {
        return recipe().withPatience(1);
    }

    @Override
    public List<ExperimentMode> modes() {
        return MODES;
    }

    @Override
    public List<ExperimentMode> liveModes() {
        return MODES.subList(0, LIVE);
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
