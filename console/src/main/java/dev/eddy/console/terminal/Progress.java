// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.terminal;

import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** How far a long piece of work has come: a bar on a terminal, a line each tenth elsewhere. Not thread-safe. */
public final class Progress implements AutoCloseable {
    private final String task;
    private final long total;
    private final PrintWriter lines;
    private final ProgressBar bar;
    private long tenth = -1;

    private Progress(String task, long total, PrintWriter lines, ProgressBar bar) {
        this.task = task;
        this.total = total;
        this.lines = lines;
        this.bar = bar;
    }

    /** @param lines where the lines go when this is no terminal */
    public static Progress of(String task, long total, PrintWriter lines) {
        if (System.console() == null) {
            return new Progress(task, total, lines, null);
        }
        ProgressBar bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                .setUpdateIntervalMillis(200)
                .build();
        return new Progress(task, total, lines, bar);
    }

    public void to(long done) {
        if (bar != null) {
            bar.stepTo(done);
        } else if (total > 0 && done * 10 / total > tenth) {
            tenth = done * 10 / total;
            lines.printf("%s: %d of %d%n", task, done, total);
            lines.flush();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
