// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import dev.eddy.connector.grpc.GrpcChannel;
import dev.eddy.connector.grpc.GrpcFailures;
import dev.eddy.connector.milvus.proto.Status;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Calls to a Milvus: each ends by its deadline, and one that fails in a way that may pass is made again a few times before it.
 * Thread-safe; holds no thread while it waits.
 */
final class MilvusCalls implements AutoCloseable {
    /** The first between two attempts, and what the last one has to be answered in. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final double JITTER = 0.5;

    private final ManagedChannel channel;
    private final MilvusSettings settings;
    private final ScheduledThreadPoolExecutor timer;

    /** @param channel closed with this */
    MilvusCalls(ManagedChannel channel, MilvusSettings settings) {
        this.channel = channel;
        this.settings = settings;
        this.timer = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread thread = new Thread(task, "eddy-milvus");
                    thread.setDaemon(true);
                    return thread;
                },
                (task, closed) -> {
                    throw new PortException(EffectStatus.UNAVAILABLE, "the client of " + server() + " is closed");
                });
    }

    private String server() {
        return "the Milvus at " + settings.server().endpoint();
    }

    /**
     * Makes a call, again if need be.
     *
     * @param collection that the request is about, for messages: some servers know a missing one by a number alone
     * @param status of an answer
     */
    <Q, A> CompletableFuture<A> call(
            MethodDescriptor<Q, A> method,
            String collection,
            Q request,
            Function<A, Status> status,
            Deadline deadline) {
        return persist(() -> once(method, collection, request, status, deadline), deadline);
    }

    /** For what is more than one call and to be done anew as a whole. */
    <A> CompletableFuture<A> persist(Supplier<CompletableFuture<A>> calls, Deadline deadline) {
        Duration left = left(deadline).minus(PAUSE);
        RetryPolicy<A> retries = RetryPolicy.<A>builder()
                .handleIf(failure -> failure instanceof PortException refused
                        && refused.status() == EffectStatus.UNAVAILABLE
                        && left(deadline).compareTo(PAUSE) > 0)
                .withBackoff(PAUSE, LONGEST_PAUSE)
                .withJitter(JITTER)
                .withMaxAttempts(settings.tries())
                .withMaxDuration(left.compareTo(PAUSE) > 0 ? left : PAUSE.plusNanos(1)) // less is refused
                .build();
        return Failsafe.with(retries).with(timer).getStageAsync(calls::get);
    }

    /** Makes calls until the answer is the wanted one, or until there is no time for another pause. */
    <A> CompletableFuture<A> poll(
            Supplier<CompletableFuture<A>> call, Predicate<A> wanted, Duration pause, Deadline deadline) {
        RetryPolicy<A> again = RetryPolicy.<A>builder()
                .handleIf((answer, failure) -> failure == null
                        && !wanted.test(answer)
                        && left(deadline).compareTo(pause) > 0)
                .withDelay(pause)
                .withMaxRetries(-1)
                .build();
        return Failsafe.with(again).with(timer).getStageAsync(call::get);
    }

    private static Duration left(Deadline deadline) {
        return Duration.ofNanos(deadline.timeRemaining(TimeUnit.NANOSECONDS));
    }

    /** Makes a call a single time; who cancels the future ends it at the server. */
    <Q, A> CompletableFuture<A> once(
            MethodDescriptor<Q, A> method,
            String collection,
            Q request,
            Function<A, Status> status,
            Deadline deadline) {
        String what = method.getBareMethodName() + " of collection " + collection + " of " + server();
        ClientCall<Q, A> call = channel.newCall(method, CallOptions.DEFAULT.withDeadline(deadline));
        CompletableFuture<A> result = new CompletableFuture<>();
        ClientCalls.asyncUnaryCall(call, request, new StreamObserver<>() {
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
        // Not before: a call that was cancelled refuses to be sent anything.
        result.whenComplete((answer, failure) -> {
            if (result.isCancelled()) {
                call.cancel("nobody waits for the answer", failure);
            }
        });
        return result;
    }

    /** Calls that are out fail with UNAVAILABLE, and so do those that pause, at the end of their pause. */
    @Override
    public void close() {
        timer.shutdown();
        GrpcChannel.close(channel, settings.server());
    }
}
