// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.connector.grpc.GrpcSettings;
import dev.eddy.connector.qwen.QwenPrompt;
import dev.eddy.connector.qwen.QwenTokenizer;
import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.PictureRenderer;
import dev.eddy.effect.PictureWorkers;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.port.Stores;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.ShownPicture;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A Qwen-VL model that Triton serves with its vLLM backend. Each version of a policy is a model of its own, named as {@link
 * PolicyModelNames#of} says; one that is not loaded is REJECTED. What a prompt shows is sent as text and pictures, and only where the model
 * reads exactly the tokens of its segments. A generation is complete with ids and log-probabilities, or it failed. Thread-safe;
 * cancelling a future stops the server.
 */
public final class TritonPolicyModel implements PolicyModel {
    private final TritonPolicySettings settings;
    private final QwenTokenizer tokenizer;
    private final ModelCard card;
    private final TritonClient client;
    private final Stores stores;
    private final PictureWorkers workers = new PictureWorkers(EffectLimits.DEFAULT.pictureThreads());
    private final PictureRenderer pictures;

    /** @param stores closed with this */
    private TritonPolicyModel(TritonPolicySettings settings, TritonClient client, BlobStore blobs, Stores stores)
            throws IOException {
        this.settings = settings;
        this.client = client;
        this.stores = stores;
        tokenizer = QwenTokenizer.read(settings.tokenizer());
        pictures = new PictureRenderer(blobs, workers, EffectLimits.DEFAULT);
        card = new ModelCard(
                settings.vision().family().label(), settings.vision().hash(), settings.temperature(), settings.topP());
    }

    @Override
    public ModelCard card() {
        return card;
    }

    @Override
    public String tokenizerHash() {
        return tokenizer.hash();
    }

    @Override
    public CompletableFuture<Generation> generate(Request request) {
        String model = PolicyModelNames.of(request.version());
        return Chain.then(client.ready(model, settings.deadline()), ready -> {
            if (!ready) {
                throw new PortException(
                        EffectStatus.REJECTED,
                        "policy version " + request.version() + " is not served: Triton has no model '" + model
                                + "' that is ready");
            }
            return Chain.then(
                    workers.submit(
                            "call " + request.requestId(),
                            () -> QwenPrompt.of(request.prompt(), tokenizer, settings.vision())),
                    prompt -> Chain.then(files(prompt.pictures()), files -> generate(request, model, prompt, files)));
        });
    }

    private CompletableFuture<Generation> generate(
            Request request, String model, QwenPrompt prompt, List<String> files) {
        InferenceCall call = new InferenceCall(
                model,
                "",
                request.requestId(),
                VllmBackend.inputs(prompt.text(), files, request, card),
                List.of(),
                settings.deadline());
        return Chain.then(
                client.stream(call),
                answers -> CompletableFuture.completedFuture(
                        VllmBackend.generation(answers, request.version(), prompt.tokens(), tokenizer)));
    }

    /** In Base64. */
    private CompletableFuture<List<String>> files(List<ShownPicture> shown) {
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
        stores.close();
    }

    /**
     * Name {@code triton}. Settings: those of {@link TritonPolicySettings} and {@link GrpcSettings}, and {@code blobs}, the {@link
     * BlobStore} that pictures are in, by port name, with its own settings as {@code blobs.<setting>}.
     */
    public static final class Factory implements PortFactory<PolicyModel> {
        @Override
        public Class<PolicyModel> port() {
            return PolicyModel.class;
        }

        @Override
        public String name() {
            return TritonClient.NAME;
        }

        @Override
        public PolicyModel open(Map<String, String> settings) throws IOException {
            Stores stores = new Stores(settings);
            try {
                BlobStore blobs = stores.lease(BlobStore.class, "blobs");
                TritonPolicySettings own = TritonPolicySettings.of(stores.others());
                return new TritonPolicyModel(
                        own, stores.lease(TritonClient.class, TritonClient.NAME, own.client()), blobs, stores);
            } catch (IOException | RuntimeException e) {
                stores.close();
                throw e;
            }
        }
    }
}
