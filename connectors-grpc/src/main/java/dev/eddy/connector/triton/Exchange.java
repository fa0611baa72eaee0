// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import com.google.protobuf.MessageLite;
import dev.eddy.connector.grpc.GrpcFailures;
import dev.eddy.connector.triton.proto.ModelInferRequest;
import dev.eddy.connector.triton.proto.ModelInferResponse;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One request and the answers to it, on a gRPC call of its own. gRPC calls it by one thread at a time.
 *
 * @param <M> what the server sends
 */
final class Exchange<M extends MessageLite> extends ClientCall.Listener<M> {
    private final ClientCall<ModelInferRequest, M> call;
    private final String what;
    private final boolean generation;
    private final long maxBytes;
    private final Function<M, ModelInferResponse> content;
    private final CompletableFuture<List<InferenceAnswer>> result = new CompletableFuture<>();
    private final List<InferenceAnswer> answers = new ArrayList<>();
    private long bytes;

    /**
     * One that has not begun.
     *
     * @param what is called, for messages
     * @param generation whether a model generates the answers one by one and marks the last, so that without the mark some are
     *     missing
     * @param maxBytes most bytes of all answers
     * @param content of a message; throws where the message is a failure
     */
    Exchange(
            ClientCall<ModelInferRequest, M> call,
            String what,
            boolean generation,
            long maxBytes,
            Function<M, ModelInferResponse> content) {
        this.call = call;
        this.what = what;
        this.generation = generation;
        this.maxBytes = maxBytes;
        this.content = content;
    }

    /** The answers in their order; a future that fails, whoever fails it, ends the call at the server. */
    CompletableFuture<List<InferenceAnswer>> begin(ModelInferRequest request) {
        call.start(this, new Metadata());
        call.request(1);
        call.sendMessage(request);
        call.halfClose();
        // Not before: a call that was cancelled refuses to be sent anything.
        result.whenComplete((value, failure) -> {
            if (failure != null) {
                call.cancel("nobody waits for the answer", failure);
            }
        });
        return result;
    }

    @Override
    public void onMessage(M message) {
        if (result.isDone()) {
            return;
        }
        try {
            take(message);
            call.request(1);
        } catch (PortException e) {
            result.completeExceptionally(e.of(what));
        }
    }

    private void take(M message) {
        bytes += message.getSerializedSize();
        if (bytes > maxBytes) {
            throw new PortException(
                    EffectStatus.REJECTED,
                    "the answers take more than " + maxBytes
                            + " bytes together; raise the setting 'max-message-bytes'");
        }
        ModelInferResponse response = content.apply(message);
        if (response.getOutputsCount() > 0) {
            answers.add(InferenceAnswer.of(response));
        }
        if (InferenceAnswer.last(response)) {
            result.complete(List.copyOf(answers));
        }
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        if (!status.isOk()) {
            result.completeExceptionally(
                    generation ? GrpcFailures.ofGeneration(what, status) : GrpcFailures.of(what, status));
        } else if (generation || answers.isEmpty()) {
            result.completeExceptionally(new PortException(
                    EffectStatus.UNAVAILABLE,
                    what + " broke off after " + answers.size() + " answers, none of them marked as the last"));
        } else {
            result.complete(List.copyOf(answers));
        }
    }
}
