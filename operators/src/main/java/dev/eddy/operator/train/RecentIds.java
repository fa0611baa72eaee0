// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.eddy.schemas.Sha256;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashSet;

/**
 * The last ids that were seen. Kept as the first eight bytes of their hashes: the memory is part of every checkpoint, and
 * nobody can make two ids meet in it on purpose at a price worth paying. Not thread-safe.
 */
final class RecentIds {
    static final int CAPACITY = 16_384;

    private final LinkedHashSet<Long> hashes = new LinkedHashSet<>();

    /** Notes an id; false if it was noted before and not yet forgotten. */
    boolean add(String id) {
        if (!hashes.add(ByteBuffer.wrap(Sha256.digest(id.getBytes(UTF_8))).getLong())) {
            return false;
        }
        if (hashes.size() > CAPACITY) {
            Iterator<Long> oldest = hashes.iterator();
            oldest.next();
            oldest.remove();
        }
        return true;
    }

    /** Eight bytes each, oldest first. */
    ByteBuffer pack() {
        ByteBuffer packed = ByteBuffer.allocate(hashes.size() * Long.BYTES);
        hashes.forEach(packed::putLong);
        return packed.flip();
    }

    /** Notes what {@link #pack} wrote. */
    void unpack(ByteBuffer packed) {
        ByteBuffer rest = packed.duplicate();
        while (rest.hasRemaining()) {
            hashes.add(rest.getLong());
        }
    }
}
