// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import java.util.List;

/**
 * Understands segments by their text and pictures alone. Total: text of no known form is something too, so that what another
 * model or a hostile record wrote cannot stop a run. Thread-safe.
 *
 * @param <P> what is understood of a segment
 * @param <S> what is seen in a picture
 */
@FunctionalInterface
public interface SegmentParser<P, S> {
    /**
     * @param text of a segment, pictures left out
     * @param pictures of the segment in order
     * @param tokens of the segment, pictures included
     */
    P parse(String text, List<S> pictures, int tokens);
}
