// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.connector.grpc.GrpcFailures;
import dev.eddy.connector.triton.proto.GRPCInferenceServiceGrpc;
import dev.eddy.connector.triton.proto.ModelInferRequest;
import dev.eddy.connector.triton.proto.ModelStreamInferResponse;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One streamed call with nothing around gRPC: a request that was made before, and answers that nobody looks into but for the
 * mark of the last. gRPC calls it by one thread at a time.
 */
final class BareCall extends ClientCall.Listener<ModelStreamInferResponse> {
    private final ClientCall<ModelInferRequest, ModelStreamInferResponse> call;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private boolean answered;

    private BareCall(ClientCall<ModelInferRequest, ModelStreamInferResponse> call) {
        this.call = call;
    }

    /** Completes with the answer that is marked as the last; fails without one, or without another before it. */
    static CompletableFuture<Void> begin(Channel channel, ModelInferRequest request, Duration deadline) {
        BareCall bare = new BareCall(channel.newCall(
                GRPCInferenceServiceGrpc.getModelStreamInferMethod(),
                CallOptions.DEFAULT.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS)));
        bare.call.start(bare, new Metadata());
        bare.call.request(1);
        bare.call.sendMessage(request);
        bare.call.halfClose();
        return bare.done;
    }

    @Override
    public void onMessage(ModelStreamInferResponse message) {
        if (!message.getErrorMessage().isEmpty()) {
            fail(message.getErrorMessage());
        } else if (!InferenceAnswer.last(message.getInferResponse())) {
            answered = true;
        } else if (answered || message.getInferResponse().getOutputsCount() > 0) {
            done.complete(null);
        } else {
            fail("there was no answer before the last, which is empty");
        }
        call.request(1);
    }

    private void fail(String why) {
        done.completeExceptionally(new PortException(EffectStatus.UNAVAILABLE, "a bare call failed: " + why));
        call.cancel("its answer is none", null);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        if (!done.isDone()) {
            done.completeExceptionally(
                    status.isOk()
                            ? new PortException(
                                    EffectStatus.UNAVAILABLE, "a bare call broke off before its last answer")
                            : GrpcFailures.of("a bare call", status));
        }
    }
}
