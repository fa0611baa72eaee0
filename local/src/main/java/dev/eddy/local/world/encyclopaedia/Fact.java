// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

/**
 * What is true of an organisation, was true, and is wrongly said.
 *
 * @param value what a relation leads to
 * @param earlier what it led to before it changed; null where it has not
 * @param since the year in which it changed; the first year where it has not
 * @param falsehood what the pages that are wrong all repeat
 */
record Fact(String value, String earlier, int since, String falsehood) {
    boolean changed() {
        return earlier != null;
    }
}
