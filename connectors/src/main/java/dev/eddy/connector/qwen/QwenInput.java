// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import dev.eddy.agent.PromptSegment;
import dev.eddy.effect.PictureRenderer;
import dev.eddy.effect.PictureWorkers;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.ShownPicture;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Makes of a call what a server of a Qwen-VL model is sent, on threads of its own. Thread-safe; the blob store stays its owner's. */
public final class QwenInput implements AutoCloseable {
    private final QwenVision vision;
    private final QwenTokenizer tokenizer;
    private final PictureWorkers workers;
    private final PictureRenderer pictures;
    private final int maxModelLength;

    /**
     * For a model.
     *
     * @throws IOException if there is no such tokenizer
     */
    public QwenInput(QwenSettings settings, BlobStore blobs) throws IOException {
        vision = settings.vision();
        maxModelLength = settings.maxModelLength();
        tokenizer = QwenTokenizer.read(settings.tokenizer(), vision);
        workers = new PictureWorkers(settings.pictures().pictureThreads());
        pictures = new PictureRenderer(blobs, workers, settings.pictures());
    }

    public QwenTokenizer tokenizer() {
        return tokenizer;
    }

    /**
     * The prompt of a call; fails as {@link QwenPrompt#of} does, and REJECTED where it leaves no room for an answer.
     *
     * @param call for messages
     */
    public CompletableFuture<QwenPrompt> prompt(String call, List<PromptSegment> segments) {
        return workers.submit("call " + call, () -> fitting(QwenPrompt.of(segments, tokenizer, vision)));
    }

    private QwenPrompt fitting(QwenPrompt prompt) {
        int length = prompt.tokens().length;
        if (maxModelLength > 0 && length >= maxModelLength) {
            throw new PortException(
                    EffectStatus.REJECTED,
                    "the prompt has " + length + " tokens and the model takes " + maxModelLength
                            + ", answer included (setting 'max-model-len'): it was not sent");
        }
        return prompt;
    }

    /** The PNG files of pictures, in Base64 and in their order. */
    public CompletableFuture<List<String>> files(List<ShownPicture> shown) {
        List<CompletableFuture<String>> files = shown.stream()
                .map(picture -> pictures.file(picture)
                        .thenApply(bytes -> Base64.getEncoder().encodeToString(bytes)))
                .toList();
        return CompletableFuture.allOf(files.toArray(CompletableFuture[]::new))
                .thenApply(done -> files.stream().map(CompletableFuture::join).toList());
    }

    @Override
    public void close() {
        workers.close();
    }
}
