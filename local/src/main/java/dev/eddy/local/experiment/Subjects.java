// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The agents that experiments can be made with. */
public final class Subjects {
    @FunctionalInterface
    private interface Opener {
        Subject open(long worldSeed, Path folder) throws IOException;
    }

    private static final Map<String, Opener> ALL =
            new TreeMap<>(Map.of("acticl", ActIclSubject::new, "mcite", MCiteSubject::new, "svrl", SvrlSubject::new));

    private Subjects() {}

    /** By the names of their agents. */
    public static Set<String> names() {
        return ALL.keySet();
    }

    /**
     * Opens one.
     *
     * @param folder where the world keeps its pictures
     * @throws IllegalArgumentException with the names that there are, if there is none of this name
     */
    static Subject open(String agent, long worldSeed, Path folder) throws IOException {
        Opener opener = ALL.get(agent);
        if (opener == null) {
            throw new IllegalArgumentException(
                    "there is no experiment with agent '" + agent + "'; there are " + ALL.keySet());
        }
        return opener.open(worldSeed, folder);
    }
}
