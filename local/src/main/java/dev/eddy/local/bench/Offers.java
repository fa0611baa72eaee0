// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.bench;

import java.util.concurrent.Semaphore;

/**
 * Offers a rollout for each that has ended, so that what a row measures is the loops and not a queue before them: input that is
 * held back would hold back the barriers behind it. One per JVM, as {@link Meter} is. Thread-safe.
 */
final class Offers {
    /** Room is given back in so many portions, not for each: waking a source for one rollout costs as much as its steps. */
    private static final int PORTIONS = 32;

    private static volatile Room current = new Room(0, 1);

    private static final class Room {
        private final Semaphore free;
        private final int portion;
        private int ended;

        private Room(int free, int portion) {
            this.free = new Semaphore(free);
            this.portion = portion;
        }

        private synchronized boolean endsPortion() {
            ended = (ended + 1) % portion;
            return ended == 0;
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
        Room room = current;
        if (room.endsPortion()) {
            room.free.release(room.portion);
        }
    }

    /**
     * Returns when one may begin. It blocks a source's thread, for as long as a few rollouts take: asking Flink's way, by a
     * rate limiter, puts the task to sleep for each record even where there is room.
     */
    static void await() throws InterruptedException {
        current.free.acquire();
    }
}
