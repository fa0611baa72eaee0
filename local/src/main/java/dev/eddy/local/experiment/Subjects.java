// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The agents that have a small policy and a world to learn in. */
public final class Subjects {
    @FunctionalInterface
    private interface Opener {
        Subject open(String world, long worldSeed, Path folder, URI blobs) throws IOException;
    }

    private static final Map<String, Opener> ALL = new TreeMap<>(Map.of(
            "acticl",
            ActIclSubject::new,
            "mcite",
            (world, seed, folder, blobs) -> new MCiteSubject(world, seed, blobs),
            "svrl",
            (world, seed, folder, blobs) -> svrl(world, seed, blobs)));

    private Subjects() {}

    /** By the names of their agents. */
    public static Set<String> names() {
        return ALL.keySet();
    }

    /** Opens one that keeps its pictures in the folder {@code blobs} of its own. */
    public static Subject open(String agent, String world, long worldSeed, Path folder) throws IOException {
        return open(agent, world, worldSeed, folder, folder.resolve("blobs").toUri());
    }

    /**
     * Opens one.
     *
     * @param world one that the agent has; null for its usual one
     * @param folder of banks that were loaded beside the world
     * @param blobs where the world keeps its pictures, on any of Flink's file systems
     * @throws IllegalArgumentException with the names that there are, if there is none of this name
     */
    public static Subject open(String agent, String world, long worldSeed, Path folder, URI blobs) throws IOException {
        Opener opener = ALL.get(agent);
        if (opener == null) {
            throw new IllegalArgumentException(
                    "there is no small policy of agent '" + agent + "'; there are those of " + ALL.keySet());
        }
        return opener.open(world, worldSeed, folder, blobs);
    }

    private static Subject svrl(String world, long worldSeed, URI blobs) throws IOException {
        if (world != null && !world.equals(SvrlSubject.WORLD)) {
            throw new IllegalArgumentException("SVRL has no world '" + world + "'; it has " + SvrlSubject.WORLD);
        }
        return new SvrlSubject(worldSeed, blobs);
    }
}
