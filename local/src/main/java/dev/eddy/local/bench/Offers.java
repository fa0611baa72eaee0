// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.bench;

import java.util.concurrent.CompletableFuture;

/**
 * Offers a rollout for each that has ended, so that what a row measures is the loops and not a queue before them: input that is
 * held back would hold back the barriers behind it. One per JVM, as {@link Meter} is. Thread-safe.
 */
final class Offers {
    /** Room is given back in so many portions, not for each: waking a source for one rollout costs as much as its steps. */
    private static final int PORTIONS = 32;

    private static final CompletableFuture<Void> NOW = CompletableFuture.completedFuture(null);

    private static volatile Room current = new Room(0, 1);

    private static final class Room {
        private final int portion;
        private int free;
        private int ended;
        private CompletableFuture<Void> more = new CompletableFuture<>();

        private Room(int free, int portion) {
            this.free = free;
            this.portion = portion;
        }

        private synchronized boolean take() {
            boolean taken = free > 0;
            if (taken) {
                free--;
            }
            return taken;
        }

        private synchronized CompletableFuture<Void> available() {
            return free > 0 ? NOW : more;
        }

        private void end() {
            CompletableFuture<Void> waited;
            synchronized (this) {
                ended++;
                if (ended < portion) {
                    return;
                }
                free += ended;
                ended = 0;
                waited = more;
                more = new CompletableFuture<>();
            }
            waited.complete(null);
        }
    }

    private Offers() {}

    /**
     * Lets so many be under way from now on, whatever was before.
     *
     * @param spare how many of them may wait before the loops
     */
    static void begin(int underWay, int spare) {
        current = new Room(underWay, Math.max(1, spare / PORTIONS));
    }

    /** One has ended. */
    static void ended() {
        current.end();
    }

    /** Begins one, if there is room for it. */
    static boolean take() {
        return current.take();
    }

    /** Done when one may begin. */
    static CompletableFuture<Void> available() {
        return current.available();
    }
}
