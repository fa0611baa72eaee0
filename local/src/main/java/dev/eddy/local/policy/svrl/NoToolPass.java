// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.policy.Sight;
import dev.eddy.local.vision.GrayPicture;
import dev.eddy.local.vision.PictureDescriptor;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What a policy that was never trained answers without tools: whatever it remembers of whom the picture reminds it of. The label
 * {@code searchFree} is whether that is right. Remembers what it made of pictures, which are shown again and again. Thread-safe.
 */
public final class NoToolPass {
    private static final int PICTURES = 1 << 13;

    private final Memory memory;
    private final Cache<ByteBuffer, Recognition> recognised =
            Caffeine.newBuilder().maximumSize(PICTURES).build();

    /** @param corpus what policies know, as {@code memory} of their trainer */
    public NoToolPass(byte[] corpus) {
        this.memory = Memory.of(corpus);
    }

    /**
     * Answers; empty where nothing is remembered or the question is not understood.
     *
     * @param picture an encoded picture; not to be changed
     */
    public Optional<String> answer(byte[] picture, String question) {
        EmblemQuestion asked = EmblemQuestion.of(question);
        if (asked == null) {
            return Optional.empty();
        }
        Recognition shown = recognised.get(
                ByteBuffer.wrap(picture),
                file -> memory.recognise(new Sight(0, PictureDescriptor.of(GrayPicture.decode(file.array())))));
        return Optional.ofNullable(memory.recall(shown.name(), asked).value());
    }
}
