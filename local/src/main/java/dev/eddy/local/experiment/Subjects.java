// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The agents that have a small policy and a world to learn in. */
public final class Subjects {
    @FunctionalInterface
    private interface Opener {
        Subject open(String world, long worldSeed, Path folder) throws IOException;
    }

    private static final Map<String, Opener> ALL =
            new TreeMap<>(Map.of("acticl", ActIclSubject::new, "mcite", MCiteSubject::new, "svrl", Subjects::svrl));

    private Subjects() {}

    /** By the names of their agents. */
    public static Set<String> names() {
        return ALL.keySet();
    }

    /**
     * Opens one.
     *
     * @param world one that the agent has; null for its usual one
     * @param folder where the world keeps its pictures
     * @throws IllegalArgumentException with the names that there are, if there is none of this name
     */
    public static Subject open(String agent, String world, long worldSeed, Path folder) throws IOException {
        Opener opener = ALL.get(agent);
        if (opener == null) {
            throw new IllegalArgumentException(
                    "there is no small policy of agent '" + agent + "'; there are those of " + ALL.keySet());
        }
        return opener.open(world, worldSeed, folder);
    }

    private static Subject svrl(String world, long worldSeed, Path folder) throws IOException {
        if (world != null && !world.equals(SvrlSubject.WORLD)) {
            throw new IllegalArgumentException("SVRL has no world '" + world + "'; it has " + SvrlSubject.WORLD);
        }
        return new SvrlSubject(worldSeed, folder);
    }
}
