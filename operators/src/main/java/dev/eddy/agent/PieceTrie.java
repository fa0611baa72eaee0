// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import java.util.Arrays;

/** The pieces of a vocabulary as a byte trie; a node is its place in one open-addressed table of edges. Immutable. */
final class PieceTrie {
    private static final int ABSENT = -1;
    private static final int ROOT = 0;

    /** By place: the edge that leads to the node there, as its parent above the byte. */
    private final int[] edges;
    /** By place: the piece that ends at the node there. */
    private final int[] ends;

    private final int mask;

    /** @param pieces by id; empty ones have no spelling; every single byte is one */
    PieceTrie(byte[][] pieces) {
        int capacity = Integer.highestOneBit(2 * prefixes(pieces)) * 2;
        mask = capacity - 1;
        edges = new int[capacity];
        ends = new int[capacity];
        Arrays.fill(edges, ABSENT);
        Arrays.fill(ends, ABSENT);
        edges[ROOT] = ABSENT - 1; // taken, and no edge
        for (int id = 0; id < pieces.length; id++) {
            if (pieces[id].length > 0) {
                ends[insert(pieces[id])] = id;
            }
        }
    }

    /** How many nodes there will be. */
    private static int prefixes(byte[][] pieces) {
        byte[][] sorted = pieces.clone();
        Arrays.sort(sorted, Arrays::compare);
        int nodes = 1;
        byte[] before = {};
        for (byte[] piece : sorted) {
            int common = Arrays.mismatch(before, piece);
            nodes += common < 0 ? 0 : piece.length - common;
            before = piece;
        }
        return nodes;
    }

    /** The id of the longest piece that begins at {@code from}. */
    int longest(byte[] text, int from) {
        int node = ROOT;
        int found = ABSENT;
        for (int at = from; at < text.length; at++) {
            node = place(node << 8 | text[at] & 0xff);
            if (edges[node] == ABSENT) {
                break;
            }
            if (ends[node] != ABSENT) {
                found = ends[node];
            }
        }
        return found;
    }

    private int insert(byte[] piece) {
        int node = ROOT;
        for (byte b : piece) {
            int edge = node << 8 | b & 0xff;
            node = place(edge);
            edges[node] = edge;
        }
        return node;
    }

    /** Where the edge's node stands, or the free place where it would. */
    private int place(int edge) {
        int place = (edge * 0x9E3779B9 >>> 12) & mask;
        while (edges[place] != edge && edges[place] != ABSENT) {
            place = place + 1 & mask;
        }
        return place;
    }
}
