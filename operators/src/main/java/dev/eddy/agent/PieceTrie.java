// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import java.util.Arrays;

/** The pieces of a vocabulary as a byte trie whose edges lie in one open-addressed table. Immutable. */
final class PieceTrie {
    private static final int ABSENT = -1;

    private final int[] keys;
    private final int[] children;
    private final int[] pieceOfNode;
    private final int mask;
    private int nodes = 1;

    /** @param pieces by id; empty ones have no spelling; every single byte is one */
    PieceTrie(byte[][] pieces) {
        int bytes = 1;
        for (byte[] piece : pieces) {
            bytes += piece.length;
        }
        int capacity = Integer.highestOneBit(bytes) * 4;
        mask = capacity - 1;
        keys = new int[capacity];
        children = new int[capacity];
        Arrays.fill(keys, ABSENT);
        int[] ids = new int[bytes];
        Arrays.fill(ids, ABSENT);
        for (int id = 0; id < pieces.length; id++) {
            if (pieces[id].length > 0) {
                ids[insert(pieces[id])] = id;
            }
        }
        pieceOfNode = Arrays.copyOf(ids, nodes);
    }

    /** The id of the longest piece that begins at {@code from}. */
    int longest(byte[] text, int from) {
        int node = 0;
        int found = ABSENT;
        for (int at = from; at < text.length; at++) {
            int slot = slot(node << 8 | text[at] & 0xff);
            if (keys[slot] == ABSENT) {
                break;
            }
            node = children[slot];
            if (pieceOfNode[node] != ABSENT) {
                found = pieceOfNode[node];
            }
        }
        return found;
    }

    private int insert(byte[] piece) {
        int node = 0;
        for (byte b : piece) {
            int key = node << 8 | b & 0xff;
            int slot = slot(key);
            if (keys[slot] == ABSENT) {
                keys[slot] = key;
                children[slot] = nodes++;
            }
            node = children[slot];
        }
        return node;
    }

    /** Where the key stands, or the free place where it would. */
    private int slot(int key) {
        int slot = (key * 0x9E3779B9 >>> 12) & mask;
        while (keys[slot] != key && keys[slot] != ABSENT) {
            slot = slot + 1 & mask;
        }
        return slot;
    }
}
