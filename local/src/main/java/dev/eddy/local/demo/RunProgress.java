// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

/** Hears how far a run is. Called from the run's own thread. */
public interface RunProgress {
    /** Something begins that takes {@code total} units. */
    void begin(String what, long total);

    /** So many units are done. */
    void at(long done, String note);

    /** What began last is done. */
    void end();

    /** Something worth a line. */
    void note(String line);
}
