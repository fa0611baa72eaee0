// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.evaluation;

import dev.eddy.console.UserError;
import dev.eddy.local.experiment.ExperimentMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Modes as people write them: {@code trained}, {@code mmices:4}, {@code random:2}. */
public final class EvaluatedModes {
    private static final Pattern COUNTED = Pattern.compile("([^:]+):(\\d{1,3})");

    private EvaluatedModes() {}

    /**
     * Finds those that are written, each once. A name alone means the mode that leaves the count to the agent, where it has one; a
     * mode that takes a count of demonstrations takes any.
     *
     * @param modes that there are
     */
    public static List<ExperimentMode> of(List<String> written, List<ExperimentMode> modes) {
        return written.stream().map(one -> find(one, modes)).distinct().toList();
    }

    private static ExperimentMode find(String written, List<ExperimentMode> modes) {
        Matcher counted = COUNTED.matcher(written);
        String name = counted.matches() ? counted.group(1) : written;
        List<ExperimentMode> named = modes.stream()
                .filter(mode -> mode.name().equals(name) || mode.label().equals(name))
                .toList();
        if (named.isEmpty()) {
            throw new UserError("there is no mode '" + name + "' that the run has the weights for; there are "
                    + modes.stream().map(ExperimentMode::label).toList());
        }
        if (!counted.matches()) {
            return named.stream()
                    .filter(mode -> mode.count() == null)
                    .findFirst()
                    .orElse(named.get(0));
        }
        ExperimentMode mode = named.get(0);
        if (mode.reportedCount() == null) {
            throw new UserError("mode " + mode.name() + " takes no count of demonstrations, got '" + written + "'");
        }
        return mode.withCount(Integer.valueOf(counted.group(2)));
    }
}
