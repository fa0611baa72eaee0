// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.operator.Outgoing;
import org.apache.flink.util.OutputTag;

/** Where intake and fan-out put what they cannot use. */
final class DeadLetterTag {
    static final OutputTag<Outgoing> TAG = new OutputTag<>("dead-letters", Outgoing.TYPE);

    private DeadLetterTag() {}
}
