// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.SettingsReader;
import dev.eddy.agent.Tokenizer;
import dev.eddy.connector.grpc.GrpcSettings;
import dev.eddy.connector.policy.PolicyModelNames;
import dev.eddy.connector.qwen.QwenInput;
import dev.eddy.connector.qwen.QwenPrompt;
import dev.eddy.connector.qwen.QwenSettings;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.port.Stores;
import dev.eddy.schemas.EffectStatus;
import io.grpc.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A Qwen-VL model that Triton serves with its vLLM backend. Each version of a policy is a model of its own, named as {@link
 * PolicyModelNames#of} says; one that is not loaded is REJECTED. Of several servers, all of which have each version, a rollout
 * keeps to one. What a prompt shows is sent as text and pictures, and only where the model
 * reads exactly the tokens of its segments. A generation is complete with ids and log-probabilities, or it failed. Thread-safe;
 * cancelling a future stops the server.
 */
public final class TritonPolicyModel implements PolicyModel {
    private final QwenSettings settings;
    private final QwenInput input;
    private final TritonBalancer servers;
    private final Stores stores;

    /** All but the settings are closed with this. */
    private TritonPolicyModel(QwenSettings settings, QwenInput input, TritonBalancer servers, Stores stores) {
        this.settings = settings;
        this.input = input;
        this.servers = servers;
        this.stores = stores;
    }

    @Override
    public ModelCard card() {
        return settings.card();
    }

    @Override
    public Tokenizer tokenizer() {
        return input.tokenizer();
    }

    @Override
    public CompletableFuture<Generation> generate(Request request) {
        return Chain.then(
                input.prompt(request.requestId(), request.prompt()),
                prompt -> Chain.then(
                        input.files(prompt.pictures()),
                        files ->
                                servers.call(request.rolloutId(), client -> generate(client, request, prompt, files))));
    }

    private CompletableFuture<Generation> generate(
            TritonClient client, Request request, QwenPrompt prompt, List<String> files) {
        String model = PolicyModelNames.of(request.version());
        Deadline end = Deadline.after(settings.deadline().toNanos(), TimeUnit.NANOSECONDS);
        InferenceCall call = new InferenceCall(
                model,
                "",
                request.requestId(),
                VllmBackend.inputs(prompt.text(), files, request, card()),
                List.of(),
                settings.deadline());
        return Chain.then(
                Chain.recover(client.stream(call), failure -> reason(client, request, end, failure)),
                answers -> CompletableFuture.completedFuture(
                        VllmBackend.generation(answers, request.version(), prompt.tokens().length, input.tokenizer())));
    }

    /** Fails, by the end of the call, with what ails a stream: one to a model that is not there only says that it failed. */
    private <T> CompletableFuture<T> reason(TritonClient client, Request request, Deadline end, Throwable failure) {
        if (!(failure instanceof PortException port) || port.status() != EffectStatus.UNAVAILABLE) {
            return CompletableFuture.failedFuture(failure);
        }
        String model = PolicyModelNames.of(request.version());
        Duration left = Duration.ofNanos(end.timeRemaining(TimeUnit.NANOSECONDS));
        CompletableFuture<Boolean> ready = Chain.recover(client.ready(model, left), unknown -> {
            failure.addSuppressed(unknown);
            return CompletableFuture.failedFuture(failure);
        });
        return Chain.then(
                ready,
                there -> CompletableFuture.failedFuture(
                        there
                                ? failure
                                : new PortException(
                                        EffectStatus.REJECTED,
                                        "policy version " + request.version() + " is not served: Triton at "
                                                + client.endpoint() + " has no model '" + model + "' that is ready",
                                        failure)));
    }

    @Override
    public void close() {
        stores.closeAfter(input, servers);
    }

    /**
     * Name {@code triton}. Settings: those of {@link QwenSettings}, of {@link GrpcSettings}, where {@code endpoint} may list several
     * servers, and of {@link TritonBalancer}; and {@code blobs}, the {@link BlobStore} that pictures are in, by port name, with its
     * own settings as {@code blobs.<setting>}.
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
                SettingsReader reader = new SettingsReader("a policy on Triton", stores.others());
                QwenSettings own = QwenSettings.of(reader);
                return new TritonPolicyModel(own, new QwenInput(own, blobs), new TritonBalancer(reader), stores);
            } catch (IOException | RuntimeException e) {
                stores.close();
                throw e;
            }
        }

        @Override
        public boolean remote(Map<String, String> settings) {
            return true;
        }
    }
}
