// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.Random;

/** Seeds that differ wherever any of their parts differs. */
public final class Seeds {
    private Seeds() {}

    /** A generator for what the parts name; {@link Random} because its sequence is specified for every Java version. */
    public static Random random(long... parts) {
        return new Random(mix(parts));
    }

    /** The finaliser of SplitMix64 over the parts in order. */
    public static long mix(long... parts) {
        long hash = 0x9E3779B97F4A7C15L;
        for (long part : parts) {
            hash = finish(hash * 31 + part + 0x9E3779B97F4A7C15L);
        }
        return hash;
    }

    private static long finish(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
