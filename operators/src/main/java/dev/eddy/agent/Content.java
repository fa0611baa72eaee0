// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.ShownPicture;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What a {@link PromptSegment} shows, whatever its number: equal where tokens and pictures are. A segment is shown in call
 * after call, so its hash is worked out once, which makes it a key for what a model has understood before. Immutable and
 * thread-safe.
 */
public final class Content {
    /** How many tokens at either end the hash is made of. */
    private static final int HASHED = 48;

    private final int[] tokens;
    private final List<ShownPicture> pictures;
    private int hash; // 0 until asked for; threads that race find the same
    private Reading reading; // races are harmless: a reading is immutable, and without one there is only more to do

    /**
     * @param tokens ids, image pads included; not to be changed
     * @param pictures in order of their pads
     */
    public Content(int[] tokens, List<ShownPicture> pictures) {
        this.tokens = tokens;
        this.pictures = List.copyOf(pictures);
    }

    public int[] tokens() {
        return tokens;
    }

    public List<ShownPicture> pictures() {
        return pictures;
    }

    /** What this reader noted last; null where it noted nothing, or another has since. */
    public Object meaning(Object reader) {
        Reading noted = reading;
        return noted != null && noted.reader == reader ? noted.meaning : null;
    }

    /** Notes what a reader makes of this, so that the next showing needs neither reading nor search. */
    public void note(Object reader, Object meaning) {
        reading = new Reading(reader, meaning);
    }

    private record Reading(Object reader, Object meaning) {}

    @Override
    public int hashCode() {
        if (hash == 0) {
            int sum = tokens.length;
            for (int i = 0; i < tokens.length; i++) {
                if (i == HASHED && tokens.length > 2 * HASHED) {
                    i = tokens.length - HASHED; // in between stand the pads of pictures, mostly
                }
                sum = 31 * sum + tokens[i];
            }
            for (ShownPicture picture : pictures) {
                sum = 31 * sum + picture.getSha256().hashCode();
            }
            hash = sum;
        }
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return other == this
                || other instanceof Content content
                        && hashCode() == content.hashCode()
                        && Arrays.equals(tokens, content.tokens)
                        && samePictures(content.pictures);
    }

    private boolean samePictures(List<ShownPicture> others) {
        if (pictures.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < others.size(); i++) {
            ShownPicture mine = pictures.get(i);
            ShownPicture other = others.get(i);
            if (mine != other // comparing records field by field through their schema would take longer than all
                    // the rest
                    && (mine.getWidth() != other.getWidth()
                            || mine.getHeight() != other.getHeight()
                            || !mine.getSha256().equals(other.getSha256())
                            || !Objects.equals(mine.getRegion(), other.getRegion()))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return tokens.length + " tokens, " + pictures.size() + " pictures";
    }
}
