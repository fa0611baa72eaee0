// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.policy.Sight;
import dev.eddy.local.vision.GrayPicture;
import dev.eddy.local.vision.PictureDescriptor;
import java.util.Optional;

/**
 * What a policy that was never trained answers without tools: whatever it remembers of whom the picture reminds it of. The label
 * {@code searchFree} is whether that is right. Immutable and thread-safe.
 */
public final class NoToolPass {
    private final Memory memory;

    /** @param corpus what policies know, as {@code memory} of their trainer */
    public NoToolPass(byte[] corpus) {
        this.memory = Memory.of(corpus);
    }

    /**
     * Answers; empty where nothing is remembered or the question is not understood.
     *
     * @param picture an encoded picture
     */
    public Optional<String> answer(byte[] picture, String question) {
        EmblemQuestion asked = EmblemQuestion.of(question);
        if (asked == null) {
            return Optional.empty();
        }
        Sight sight = new Sight(0, PictureDescriptor.of(GrayPicture.decode(picture)));
        return Optional.ofNullable(
                memory.recall(memory.recognise(sight).name(), asked).value());
    }
}
