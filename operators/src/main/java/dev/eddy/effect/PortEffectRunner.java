// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue;
import dev.eddy.port.BlobStore;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.PageIndex;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs effects on the ports, each under a deadline, and turns what goes wrong into typed failures: a {@link PortException}
 * keeps its status, a deadline is TIMEOUT, anything else UNAVAILABLE. An {@link Error} is a defect and completes exceptionally.
 * Cancelling a result cancels the port's call. Thread-safe. The ports stay their owner's.
 */
public final class PortEffectRunner implements EffectRunner {
    private final EffectPorts ports;
    private final EffectLimits limits;
    private final PictureWorkers workers;
    private final PictureInspector pictures;
    private final PageCropper cropper;

    /** @param ports at least a {@link BlobStore} */
    public PortEffectRunner(EffectPorts ports, EffectLimits limits) {
        this.ports = ports;
        this.limits = limits;
        this.workers = new PictureWorkers(limits.pictureThreads());
        BlobStore blobs = ports.get(BlobStore.class);
        PictureDecoder decoder = new PictureDecoder(limits);
        this.pictures = new PictureInspector(blobs, decoder, workers);
        this.cropper = new PageCropper(blobs, decoder, workers, limits);
    }

    @Override
    public CompletableFuture<EffectResult> run(Call call) {
        CompletableFuture<? extends EffectValue> answer;
        try {
            answer = start(call);
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        CompletableFuture<EffectResult> result = new CompletableFuture<>();
        CompletableFuture<? extends EffectValue> started = answer;
        started.whenComplete((value, failure) -> settle(result, call, value, failure));
        if (!result.isDone()) {
            result.whenComplete((done, failure) -> started.cancel(true)); // of no effect on a call that is over
            Duration deadline = deadline(call.effect());
            result.completeOnTimeout(timeout(call.effect(), deadline), deadline.toMillis(), TimeUnit.MILLISECONDS);
        }
        return result;
    }

    private CompletableFuture<? extends EffectValue> start(Call call) {
        Effect effect = call.effect();
        if (effect instanceof Effect.Generate generate) {
            return generate(call, generate);
        } else if (effect instanceof Effect.InspectPictures inspect) {
            return pictures.inspect(inspect.pictures()).thenApply(EffectValue.Pictures::new);
        } else if (effect instanceof Effect.OpenBank open) {
            return bank().open(open.bankId(), open.shortest());
        } else if (effect instanceof Effect.Retrieve retrieve) {
            return bank().search(retrieve.bankId(), retrieve.channels(), retrieve.limit());
        } else if (effect instanceof Effect.FetchRecords fetch) {
            return bank().fetch(fetch.bankId(), fetch.records(), fetch.withTarget());
        } else if (effect instanceof Effect.SampleRecords sample) {
            return bank().sample(sample.bankId(), sample.count(), sample.seed());
        } else if (effect instanceof Effect.SearchPages search) {
            return ports.get(PageIndex.class).search(search.corpusId(), search.query(), search.limit());
        } else if (effect instanceof Effect.Crop crop) {
            return cropper.crop(crop);
        }
        throw new PortException(EffectStatus.INVALID, "no port runs an effect named " + effect.name());
    }

    private DemonstrationBank bank() {
        return ports.get(DemonstrationBank.class);
    }

    private CompletableFuture<? extends EffectValue> generate(Call call, Effect.Generate generate) {
        if (call.version() == null) {
            throw new PortException(
                    EffectStatus.UNAVAILABLE,
                    "policy '" + generate.policy() + "' has no announced version to generate from");
        }
        return ports.get(PolicyModel.class)
                .generate(new PolicyModel.Request(
                        call.rolloutId() + "#" + generate.seq(),
                        call.version(),
                        generate.prompt(),
                        generate.maxTokens(),
                        generate.decoding(),
                        call.seed()));
    }

    private Duration deadline(Effect effect) {
        if (effect instanceof Effect.Generate) {
            return limits.generate();
        }
        boolean looks = effect instanceof Effect.InspectPictures || effect instanceof Effect.Crop;
        return looks ? limits.inspect() : limits.retrieve();
    }

    private static EffectResult timeout(Effect effect, Duration deadline) {
        return new Failed(
                effect.seq(),
                EffectStatus.TIMEOUT,
                effect.name() + " gave no answer within " + deadline.toMillis() + " ms, the limit of effects for it");
    }

    private static void settle(
            CompletableFuture<EffectResult> result, Call call, EffectValue value, Throwable failure) {
        int seq = call.effect().seq();
        if (failure == null) {
            result.complete(new Completed(seq, value));
            return;
        }
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof Error) {
            result.completeExceptionally(cause);
        } else if (cause instanceof PortException typed) {
            result.complete(new Failed(seq, typed.status(), typed.getMessage()));
        } else if (cause instanceof TimeoutException) {
            result.complete(new Failed(seq, EffectStatus.TIMEOUT, call.effect().name() + ": " + cause.getMessage()));
        } else {
            String what = cause instanceof CancellationException ? "cancelled" : cause.toString();
            result.complete(
                    new Failed(seq, EffectStatus.UNAVAILABLE, call.effect().name() + ": " + what));
        }
    }

    @Override
    public void close() {
        workers.close();
    }
}
