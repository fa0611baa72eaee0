// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import dev.eddy.connector.grpc.GrpcFailures;
import dev.eddy.connector.milvus.proto.Status;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import io.grpc.CallOptions;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Calls to a Milvus: each ends by its deadline, and one that fails in a way that may pass is made again a few times before it.
 * Thread-safe; holds no thread while it waits.
 */
final class MilvusCalls {
    private static final long FIRST_PAUSE_MILLIS = 50;

    private final ManagedChannel channel;
    private final String endpoint;
    private final int tries;

    MilvusCalls(ManagedChannel channel, String endpoint, int tries) {
        this.channel = channel;
        this.endpoint = endpoint;
        this.tries = tries;
    }

    /** @param status of an answer */
    <Q, A> CompletableFuture<A> call(
            MethodDescriptor<Q, A> method, Q request, Function<A, Status> status, Deadline deadline) {
        return persist(() -> once(method, request, status, deadline), deadline);
    }

    /** For what is more than one call and to be done anew as a whole. */
    <A> CompletableFuture<A> persist(Supplier<CompletableFuture<A>> calls, Deadline deadline) {
        return again(calls, 1, deadline);
    }

    private <A> CompletableFuture<A> again(Supplier<CompletableFuture<A>> call, int number, Deadline deadline) {
        return call.get()
                .handle((answer, failure) -> {
                    if (failure == null) {
                        return CompletableFuture.completedFuture(answer);
                    }
                    long pause = FIRST_PAUSE_MILLIS << number;
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    boolean worth = cause instanceof PortException refused
                            && refused.status() == EffectStatus.UNAVAILABLE
                            && number < tries
                            && deadline.timeRemaining(TimeUnit.MILLISECONDS) > pause;
                    return worth
                            ? after(
                                    ThreadLocalRandom.current().nextLong(pause / 2, pause),
                                    () -> again(call, number + 1, deadline))
                            : CompletableFuture.<A>failedFuture(cause);
                })
                .thenCompose(next -> next);
    }

    /** Does something later, without a thread that waits. */
    static <A> CompletableFuture<A> after(long millis, Supplier<CompletableFuture<A>> then) {
        Executor later = CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, Runnable::run);
        return CompletableFuture.runAsync(() -> {}, later).thenCompose(done -> then.get());
    }

    /** Makes a call a single time. */
    <Q, A> CompletableFuture<A> once(
            MethodDescriptor<Q, A> method, Q request, Function<A, Status> status, Deadline deadline) {
        String what = method.getBareMethodName() + " of the Milvus at " + endpoint;
        CompletableFuture<A> result = new CompletableFuture<>();
        ClientCalls.asyncUnaryCall(
                channel.newCall(method, CallOptions.DEFAULT.withDeadline(deadline)), request, new StreamObserver<>() {
                    @Override
                    public void onNext(A answer) {
                        if (MilvusFailures.failed(status.apply(answer))) {
                            result.completeExceptionally(MilvusFailures.of(what, status.apply(answer)));
                        } else {
                            result.complete(answer);
                        }
                    }

                    @Override
                    public void onError(Throwable failure) {
                        result.completeExceptionally(GrpcFailures.of(what, io.grpc.Status.fromThrowable(failure)));
                    }

                    @Override
                    public void onCompleted() {
                        result.completeExceptionally(
                                new PortException(EffectStatus.INVALID, what + " ended without an answer"));
                    }
                });
        return result;
    }
}
