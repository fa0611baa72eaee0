// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.grpc;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import io.grpc.Status;
import io.grpc.StatusException;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** How a call failed, by gRPC's codes and never by texts. */
public final class GrpcFailures {
    /** What a server says when its own code threw. */
    private static final Set<Status.Code> THROWN = Set.of(Status.Code.UNKNOWN, Status.Code.INTERNAL);

    private GrpcFailures() {}

    /** @param what was called: the beginning of a sentence */
    public static PortException of(String what, Status status) {
        String text = status.getCode()
                + (status.getDescription() == null ? "" : " " + status.getDescription())
                + (status.getCause() == null ? "" : " (" + status.getCause().getMessage() + ")");
        String message = what + " failed: " + text + hint(status.getCode());
        return new PortException(
                kind(status.getCode()),
                message,
                status.getCode() == Status.Code.UNIMPLEMENTED ? status.asException() : status.getCause());
    }

    /**
     * The same of a generation. Its server's code may throw for a prompt as for an engine that died, and a query's rollouts are all
     * given much the same prompt.
     */
    public static PortException ofGeneration(String what, Status status) {
        PortException failure = of(what, status);
        return THROWN.contains(status.getCode())
                ? PortException.inconclusive(failure.status(), failure.getMessage(), failure)
                : failure;
    }

    /** Whether a server does not know the call, by a failure made here. */
    public static boolean isUnimplemented(Throwable failure) {
        Throwable bare = failure instanceof CompletionException ? failure.getCause() : failure;
        return bare instanceof PortException
                && bare.getCause() instanceof StatusException of
                && of.getStatus().getCode() == Status.Code.UNIMPLEMENTED;
    }

    /**
     * What is worth another try is UNAVAILABLE or TIMEOUT. RESOURCE_EXHAUSTED is a message over the limit: Triton
     * says UNAVAILABLE when its queue is full, and Milvus tells its limits in its answer.
     */
    private static EffectStatus kind(Status.Code code) {
        return switch (code) {
            case DEADLINE_EXCEEDED -> EffectStatus.TIMEOUT;
            case INVALID_ARGUMENT,
                    NOT_FOUND,
                    ALREADY_EXISTS,
                    PERMISSION_DENIED,
                    UNAUTHENTICATED,
                    RESOURCE_EXHAUSTED,
                    FAILED_PRECONDITION,
                    OUT_OF_RANGE,
                    UNIMPLEMENTED -> EffectStatus.REJECTED;
            case DATA_LOSS -> EffectStatus.INVALID;
            case OK, CANCELLED, UNKNOWN, ABORTED, INTERNAL, UNAVAILABLE -> EffectStatus.UNAVAILABLE;
        };
    }

    private static String hint(Status.Code code) {
        return switch (code) {
            case RESOURCE_EXHAUSTED -> ". If a message was too large, raise the setting 'max-message-bytes'";
            case UNAUTHENTICATED, PERMISSION_DENIED -> ". Set 'token-file' or 'tls-certificate' to what it asks for";
            case UNAVAILABLE -> ". Look whether it runs and whether 'endpoint' and 'tls' are right";
            default -> "";
        };
    }
}
