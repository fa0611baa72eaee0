// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** How far a long piece of work has come: a bar on a terminal, now and then a line elsewhere. Not thread-safe. */
public final class Progress implements AutoCloseable {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
    private static final long SHARES = 100;

    private final String task;
    private final long total;
    private final PrintWriter lines;
    private final ProgressBar bar;
    private final long began = System.nanoTime();
    private long lastLine = began;

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

    /** For work that only tells what share of it is done. */
    public static Progress ofShare(String task, PrintWriter lines) {
        return of(task, SHARES, lines);
    }

    /** @param share of all, 0 to 1 */
    public void to(double share) {
        to(Math.round(share * total), "");
    }

    /** @param note what else to say; may be empty */
    public void to(long done, String note) {
        if (bar != null) {
            bar.stepTo(done).setExtraMessage(note);
        } else if (System.nanoTime() - lastLine >= BETWEEN_LINES.toNanos()) {
            lastLine = System.nanoTime();
            lines.printf("%s: %d of %d%s%n", task, done, total, note.isEmpty() ? "" : ", " + note);
            lines.flush();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        } else if (lastLine != began) {
            lines.printf("%s: ended after %.1f s%n", task, (System.nanoTime() - began) / 1e9);
            lines.flush();
        }
    }
}
