// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console;

import picocli.CommandLine.IVersionProvider;

/** The version that the jar was built as. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String built = Eddy.class.getPackage().getImplementationVersion();
        return new String[] {"eddy " + (built == null ? "(not packaged)" : built), "Java ${java.version}"};
    }
}
