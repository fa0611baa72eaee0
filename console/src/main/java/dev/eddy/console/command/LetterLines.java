// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.SourcePosition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Dead letters as lines of a terminal. */
final class LetterLines {
    private LetterLines() {}

    /** When, why, by whom, about what. */
    static String of(DeadLetter letter) {
        return "%s  %-16s  %-7s  %-24s  %s"
                .formatted(
                        Instant.ofEpochMilli(letter.getAt()).truncatedTo(ChronoUnit.SECONDS),
                        Printable.line(letter.getReason()),
                        Printable.line(letter.getJob()),
                        place(letter.getSource()),
                        Printable.line(letter.getId() == null ? "-" : letter.getId()));
    }

    private static String place(SourcePosition source) {
        return source == null
                ? "-"
                : Printable.line(source.getTopic()) + "/" + source.getPartition() + "/" + source.getOffset();
    }
}
