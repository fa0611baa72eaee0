// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import java.util.List;

/** The page of all settings, as Markdown. */
public final class Reference {
    private static final String HEAD = """
            # Settings

            One file, `eddy.yaml` in the working folder or `--config FILE`, nested or with dots in its keys:

            ```yaml
            demo:
              seed: 7
              training-groups: 6400
            page.port: 18080
            ```

            `-D key=value` on the command line goes before the file, the file before the defaults. A key that is none of these is
            refused with the nearest that is. Secrets are named as `env:NAME` or `file:PATH`, never written down. What begins with
            `eddy.` goes to the jobs; on a cluster it stands in Flink's own configuration.

            | setting | default | meaning |
            |---|---|---|
            """;

    private Reference() {}

    /** @param lines of settings with nothing set */
    public static String markdown(List<Settings.InForce> lines) {
        StringBuilder out = new StringBuilder(HEAD);
        for (Settings.InForce line : lines) {
            out.append("| `").append(line.key()).append("` | ");
            out.append(line.value().isEmpty() ? "" : "`" + line.value() + "`").append(" | ");
            out.append(line.description().replace("|", "\\|")).append(" |\n");
        }
        return out.toString();
    }
}
