// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import dev.eddy.console.UserError;
import dev.eddy.job.EddyJob;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a demo run goes by, and who said so: options of the command, {@code -D}, a configuration file, or the run itself where it
 * is gone on with. Immutable.
 */
public final class RunValues {
    /** The demo's own options, by the settings that they stand for. */
    private static final Map<String, String> OPTIONS = Map.of(
            DemoOptions.AGENT.key(), "--agent",
            DemoOptions.SEED.key(), "--seed",
            DemoOptions.SERVICES.key(), "--services",
            DemoOptions.WORLD.key(), "--world");

    /** Nothing that a run has done depends on these. */
    private static final String CHANGEABLE = "run.";

    private static final List<String> READ =
            List.of("demo.", CHANGEABLE, EddyJob.PREFIX, ConsoleOptions.FILE_SYSTEMS.key() + ".");

    /** One setting with its value. */
    private record Given(String value, String origin) {}

    private final Map<String, Given> values;
    private final List<String> leftOut;

    private RunValues(Map<String, Given> values, List<String> leftOut) {
        this.values = values;
        this.leftOut = leftOut;
    }

    /**
     * What a new run goes by.
     *
     * @param options settings that were given by options of the command's own, which go before all others
     * @param servers settings that lead to real servers, which all others go before
     * @throws UserError for a setting of the command line that no demo reads
     */
    public static RunValues ofNew(Settings settings, Map<String, String> options, Map<String, String> servers) {
        Map<String, Given> values = given(settings, options);
        servers.forEach((key, value) ->
                values.putIfAbsent(key, new Given(value, OPTIONS.get(DemoOptions.SERVICES.key()))));
        return new RunValues(values, List.of());
    }

    /**
     * What a run goes by that is gone on with: what it began with, but for settings about the run as such, if they are given on
     * the command line.
     *
     * @param kept what the run goes by so far
     * @throws UserError for anything else on the command line that the run does not go by already
     */
    public static RunValues ofResumed(Settings settings, Map<String, String> options, Map<String, String> kept) {
        Map<String, Given> values = new TreeMap<>();
        kept.forEach((key, value) -> values.put(key, new Given(value, "the run's")));
        List<String> refused = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        given(settings, options).forEach((key, given) -> {
            boolean ordered = given.origin().equals(Settings.COMMAND_LINE) || options.containsKey(key);
            if (ordered && key.startsWith(CHANGEABLE)) {
                values.put(key, given);
            } else if (!given.value().equals(kept.get(key))) {
                (ordered ? refused : leftOut).add(ordered ? written(key, given) : key + " of " + given.origin());
            }
        });
        if (!refused.isEmpty()) {
            throw new UserError("a run that is gone on with keeps what it began with: leave out "
                    + String.join(", ", refused) + ". Settings that begin with '" + CHANGEABLE
                    + "' may change, and --port.");
        }
        return new RunValues(values, leftOut);
    }

    private static Map<String, Given> given(Settings settings, Map<String, String> options) {
        Map<String, Given> given = new TreeMap<>();
        settings.under("").forEach((key, value) -> {
            String origin = settings.origin(key);
            if (READ.stream().anyMatch(key::startsWith)) {
                given.put(key, new Given(value, origin));
            } else if (origin.equals(Settings.COMMAND_LINE)) {
                throw new UserError("no demo reads the setting " + key + ": leave out -D " + key);
            }
        });
        given.remove(ConsoleOptions.RUN_FOLDER.key());
        options.forEach((key, value) -> given.put(key, new Given(value, OPTIONS.get(key))));
        given.computeIfPresent(
                DemoOptions.WORLD.key(), (key, world) -> new Given(absolute(world.value()), world.origin()));
        return given;
    }

    private static String written(String key, Given given) {
        return given.origin().equals(Settings.COMMAND_LINE)
                ? "-D " + key + "=" + given.value()
                : given.origin() + " " + given.value();
    }

    /** A run may be gone on with from another working folder. */
    private static String absolute(String world) {
        int colon = world.indexOf(':');
        return colon < 0
                ? world
                : world.substring(0, colon + 1)
                        + Path.of(world.substring(colon + 1)).toAbsolutePath().normalize();
    }

    /** By key. A copy. */
    public Map<String, String> toMap() {
        Map<String, String> map = new TreeMap<>();
        values.forEach((key, given) -> map.put(key, given.value()));
        return map;
    }

    /** Prints all, and what of a configuration file does not count. */
    public void print(PrintWriter out) {
        values.forEach((key, given) ->
                out.printf("setting %s = %s (%s)%n", key, Secrets.shown(key, given.value()), given.origin()));
        leftOut.forEach(what -> out.printf("left out %s: the run keeps what it began with%n", what));
        out.flush();
    }
}
