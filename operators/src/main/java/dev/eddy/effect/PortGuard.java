// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import com.netflix.concurrency.limits.Limiter.Listener;
import dev.eddy.port.CallLimits;
import dev.eddy.port.CallLimits.Concurrency;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.failsafe.CircuitBreaker;
import dev.failsafe.CircuitBreakerOpenException;
import dev.failsafe.spi.Scheduler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.flink.util.ExceptionUtils;

/**
 * Holds back the calls to one port as its {@link CallLimits} say, and makes them again; {@link CallOutcome} tells which have failed.
 * With the breaker open a call fails UNAVAILABLE at once; over a limit it waits until there is room or it is given up. Every attempt
 * is held back like any call. Thread-safe; never blocks the caller; the port stays its owner's.
 */
public final class PortGuard {
    private final String label;
    private final CircuitBreaker<Object> breaker;
    private final CallGate gate;
    private final boolean limited;
    private final CallRetries retries;
    private final LongSupplier nanos;
    private final LongAdder refused = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private volatile String lastFailure = "none";

    /**
     * Guards a port.
     *
     * @param limits without a null: {@link CallLimits#resolved}
     * @param later begins attempts after the first one
     * @param nanos a clock
     */
    public PortGuard(Class<?> port, CallLimits limits, Scheduler later, LongSupplier nanos) {
        label = label(port);
        breaker = limits.breakerFailures() == 0
                ? null
                : CircuitBreaker.builder()
                        .withFailureThreshold(limits.breakerFailures())
                        .withSuccessThreshold(1)
                        .withDelay(limits.breakerPause())
                        .build();
        gate = new CallGate(limits, nanos);
        limited = limits.concurrency() != Concurrency.UNLIMITED;
        retries = new CallRetries(limits, later, nanos);
        this.nanos = nanos;
    }

    /** Whether there is anything to hold back calls for; if not, a port is better left alone. */
    public static boolean needed(CallLimits limits) {
        return limits.breakerFailures() > 0
                || limits.retries() > 0
                || limits.callsPerSecond() > 0
                || limits.concurrency() != Concurrency.UNLIMITED;
    }

    /** As options and metrics name a port: {@code policy-model} of {@link dev.eddy.port.PolicyModel}. */
    private static String label(Class<?> port) {
        return port.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    /** The port, whose methods that answer by a future go through this. */
    public <P> P around(Class<P> port, P instance) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(),
                new Class<?>[] {port},
                (proxy, method, arguments) -> method.getReturnType() == CompletableFuture.class
                        ? call(() -> future(invoke(instance, method, arguments)))
                        : invoke(instance, method, arguments)));
    }

    @SuppressWarnings("unchecked") // nobody looks into it before its caller, who knows the type
    private static CompletableFuture<Object> future(Object answer) {
        return (CompletableFuture<Object>) answer;
    }

    private static Object invoke(Object instance, Method method, Object[] arguments) {
        try {
            return method.invoke(instance, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the port's method " + method + " cannot be called", e);
        }
    }

    <T> CompletableFuture<T> call(Supplier<CompletableFuture<T>> start) {
        return retries.call(() -> once(start));
    }

    private <T> CompletableFuture<T> once(Supplier<CompletableFuture<T>> start) {
        CompletableFuture<T> result = new CompletableFuture<>();
        if (!refusesFor().isZero()) {
            refuse(result);
        } else {
            gate.enter(result::isDone, slot -> begin(start, result, slot));
        }
        return result;
    }

    private <T> void begin(Supplier<CompletableFuture<T>> start, CompletableFuture<T> result, Listener slot) {
        if (breaker != null && !breaker.tryAcquirePermit()) {
            slot.onIgnore();
            refuse(result);
            gate.admit();
            return;
        }
        long began = nanos.getAsLong();
        CompletableFuture<T> call = started(start);
        call.whenComplete((value, failure) -> {
            ended(CallOutcome.of(failure, nanos.getAsLong() - began), failure, slot);
            if (failure == null) {
                result.complete(value);
            } else {
                result.completeExceptionally(ExceptionUtils.stripCompletionException(failure));
            }
            gate.admit();
        });
        result.whenComplete((value, failure) -> call.cancel(true)); // of no effect on a call that is over
    }

    private static <T> CompletableFuture<T> started(Supplier<CompletableFuture<T>> start) {
        try {
            return start.get();
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void ended(CallOutcome outcome, Throwable failure, Listener slot) {
        switch (outcome) {
            case SUCCEEDED -> slot.onSuccess();
            case FAILED -> {
                slot.onDropped();
                failed.increment();
                lastFailure = ExceptionUtils.stripCompletionException(failure).toString();
            }
            // How fast a port refuses says nothing about how many calls it can bear.
            case REFUSED -> slot.onIgnore();
            case UNKNOWN -> {
                slot.onIgnore();
                if (ExceptionUtils.stripCompletionException(failure) instanceof PortException) {
                    failed.increment();
                }
            }
        }
        if (breaker != null) {
            outcome.tell(breaker);
        }
    }

    private void refuse(CompletableFuture<?> result) {
        refused.increment();
        result.completeExceptionally(new PortException(
                EffectStatus.UNAVAILABLE,
                "calls to the " + label + " are refused for another "
                        + breaker.getRemainingDelay().toMillis() + " ms, since "
                        + breaker.getConfig().getFailureThreshold()
                        + " in a row failed (option 'eddy." + label + ".breaker-failures'); the last failure: "
                        + lastFailure,
                new CircuitBreakerOpenException(breaker)));
    }

    /** {@code policy-model} and the like. */
    public String label() {
        return label;
    }

    public boolean isOf(Class<?> port) {
        return label.equals(label(port));
    }

    /** 0 while calls are let through, 1 while they are refused, 2 while one is let through as a trial. */
    public int breakerState() {
        return breaker == null ? 0 : breaker.getState().ordinal();
    }

    /** How long an open breaker still refuses calls; zero where it does not. */
    public Duration refusesFor() {
        return breaker != null && breaker.isOpen() ? breaker.getRemainingDelay() : Duration.ZERO;
    }

    /** Whether the next call is the trial that tells whether the port is back. */
    public boolean wantsTrial() {
        return breaker != null
                && breaker.isOpen()
                && breaker.getRemainingDelay().isZero();
    }

    /** Whether a trial is under way, so that other calls are refused. */
    public boolean underTrial() {
        return breaker != null && breaker.isHalfOpen();
    }

    /** How many calls may be under way now; -1 for any number. */
    public int limit() {
        return limited ? gate.limit() : -1;
    }

    public int inFlight() {
        return gate.inFlight();
    }

    /** Calls that wait for room. */
    public int waiting() {
        return gate.waiting();
    }

    /** Calls that were made and ended UNAVAILABLE or TIMEOUT, or were given up after they took long. */
    public long failed() {
        return failed.sum();
    }

    /** Attempts after the first one. */
    public long retried() {
        return retries.made();
    }

    /** Calls that an open breaker refused. */
    public long refused() {
        return refused.sum();
    }
}
