// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.demo;

import dev.eddy.console.terminal.Progress;
import dev.eddy.local.demo.RunProgress;
import java.io.PrintWriter;

/** Shows a run's progress on the terminal. Used by the run's own thread alone. */
public final class TerminalProgress implements RunProgress, AutoCloseable {
    private final PrintWriter out;
    private Progress current;

    public TerminalProgress(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void begin(String what, long total) {
        close();
        current = Progress.of(what, total, out);
    }

    @Override
    public void at(long done, String note) {
        current.to(done, note);
    }

    @Override
    public void end() {
        close();
    }

    @Override
    public void note(String line) {
        out.println(line);
        out.flush();
    }

    @Override
    public void close() {
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
