// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.FileSystem;

/** Flink's file systems, which whatever is kept in files can be on. */
public final class FileSystems {
    private FileSystems() {}

    /** Lets all of this process reach them as {@link ConsoleOptions#FILE_SYSTEMS} describes them. */
    public static void use(Configuration settings) {
        Configuration own = new Configuration();
        String prefix = ConsoleOptions.FILE_SYSTEMS.key() + ".";
        settings.get(ConsoleOptions.FILE_SYSTEMS)
                .forEach((name, value) -> own.setString(name, Secrets.revealed(prefix + name, value)));
        FileSystem.initialize(own, null);
    }
}
