// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.openai;

import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.SettingsReader;
import dev.eddy.agent.Tokenizer;
import dev.eddy.connector.http.HttpCall;
import dev.eddy.connector.http.HttpClientSettings;
import dev.eddy.connector.http.HttpExchanges;
import dev.eddy.connector.http.HttpRefusal;
import dev.eddy.connector.policy.PolicyModelNames;
import dev.eddy.connector.qwen.QwenInput;
import dev.eddy.connector.qwen.QwenPrompt;
import dev.eddy.connector.security.PemFiles;
import dev.eddy.effect.CallChain;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.port.Stores;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHeaders;

/**
 * A Qwen-VL model behind the chat completions of an OpenAI-compatible server, vLLM or SGLang. Each version of a policy is a model of
 * its own, named as {@link PolicyModelNames#of} says; one that is not served is REJECTED. A generation is complete with ids and
 * log-probabilities, and was made of exactly the tokens of its prompt, or it failed. Thread-safe; cancelling a future closes the
 * request, which stops the server.
 */
public final class OpenAiPolicyModel implements PolicyModel {
    private final OpenAiSettings settings;
    private final QwenInput input;
    private final String token;
    private final HttpExchanges exchanges;
    private final Stores stores;

    /**
     * Opens one.
     *
     * @param environment its variables by name
     * @param stores closed with this
     * @throws IOException if a file that the settings name cannot be read
     */
    OpenAiPolicyModel(OpenAiSettings settings, BlobStore blobs, UnaryOperator<String> environment, Stores stores)
            throws IOException {
        this.settings = settings;
        this.stores = stores;
        token = settings.security().token(environment);
        Optional<SSLContext> tls =
                settings.security().tls() ? Optional.of(PemFiles.context(settings.security())) : Optional.empty();
        input = new QwenInput(settings.model(), blobs);
        exchanges = new HttpExchanges(HttpClientSettings.toServer(
                "openai-policy", settings.connections(), settings.model().deadline(), tls));
    }

    @Override
    public ModelCard card() {
        return settings.model().card();
    }

    @Override
    public Tokenizer tokenizer() {
        return input.tokenizer();
    }

    @Override
    public CompletableFuture<Generation> generate(Request request) {
        CallChain<Generation> chain = new CallChain<>();
        return chain.of(chain.call(() -> input.prompt(request.requestId(), request.prompt()))
                .thenCompose(prompt -> chain.call(() -> input.files(prompt.pictures()))
                        .thenCompose(files -> chain.call(() -> exchanges.make(call(request, prompt, files))))
                        .exceptionallyCompose(failure -> CompletableFuture.failedFuture(judged(failure)))
                        .thenApply(answer -> ChatCompletion.generation(
                                answer.body(), request.version(), prompt.tokens(), input.tokenizer()))));
    }

    /** A server's code may throw for a prompt as for an engine that died, and a query's rollouts are all given much the same. */
    private static Throwable judged(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof PortException typed
                        && typed.getCause() instanceof HttpRefusal refusal
                        && refusal.thrown()
                ? PortException.inconclusive(typed.status(), typed.getMessage(), typed)
                : failure;
    }

    private HttpCall call(Request request, QwenPrompt prompt, List<String> files) {
        String body =
                ChatCompletion.body(request, prompt, settings.model().vision().family(), files, card());
        SimpleHttpRequest post = SimpleRequestBuilder.post(settings.url() + "/chat/completions")
                .setBody(body, ContentType.APPLICATION_JSON)
                .build();
        if (!token.isEmpty()) {
            post.setHeader(HttpHeaders.AUTHORIZATION, "Bearer " + token);
        }
        return new HttpCall(
                "model '" + PolicyModelNames.of(request.version()) + "' of the server at " + settings.url() + ", call '"
                        + request.requestId() + "',",
                post,
                settings.maxBytes(),
                settings.model().deadline(),
                settings.tries());
    }

    @Override
    public void close() {
        stores.closeAfter(exchanges, input);
    }

    /**
     * Name {@code openai}. Settings: those of {@link OpenAiSettings}, and {@code blobs}, the {@link BlobStore} that pictures are in,
     * by port name, with its own settings as {@code blobs.<setting>}.
     */
    public static final class Factory implements PortFactory<PolicyModel> {
        @Override
        public Class<PolicyModel> port() {
            return PolicyModel.class;
        }

        @Override
        public String name() {
            return "openai";
        }

        @Override
        public PolicyModel open(Map<String, String> settings) throws IOException {
            Stores stores = new Stores(settings);
            try {
                BlobStore blobs = stores.lease(BlobStore.class, "blobs");
                OpenAiSettings own = OpenAiSettings.of(
                        new SettingsReader("a policy on an OpenAI-compatible server", stores.others()));
                return new OpenAiPolicyModel(own, blobs, System::getenv, stores);
            } catch (IOException | RuntimeException e) {
                stores.close();
                throw e;
            }
        }

        @Override
        public boolean remote(Map<String, String> settings) {
            return true;
        }

        /** As often as {@code tries} says, with the pauses that the server asks for. */
        @Override
        public boolean persistent(Map<String, String> settings) {
            return true;
        }
    }
}
