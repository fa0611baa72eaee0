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
import dev.eddy.port.Encoder;
import dev.eddy.port.Judge;
import dev.eddy.port.PageIndex;
import dev.eddy.port.PictureSource;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.port.ResultCache;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.Verifier;
import dev.eddy.schemas.EffectStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.flink.util.ExceptionUtils;

/**
 * Runs effects on the ports, each under a deadline, and turns what goes wrong into typed failures: a {@link PortException}
 * keeps its status, a deadline is TIMEOUT, anything else UNAVAILABLE. An {@link Error} is a defect and completes exceptionally.
 *
 * <p>Cancelling a result, or its deadline, cancels the port's future and with it whatever the port stops for that; a verifier's
 * call, whose verdicts others may wait for, goes on up to its deadline, and work on pictures, once begun, is done to its end.
 * Thread-safe. The ports stay their owner's.
 */
public final class PortEffectRunner implements EffectRunner {
    private final EffectPorts ports;
    private final PictureWorkers workers;
    private final Map<Class<? extends Effect>, Route> routes = new HashMap<>();

    /**
     * How one kind of effect is run.
     *
     * @param deadline of the call, queueing included
     */
    private record Route(Duration deadline, Function<Call, CompletableFuture<? extends EffectValue>> start) {}

    /** @param ports at least a {@link BlobStore} */
    public PortEffectRunner(EffectPorts ports, EffectLimits limits) {
        this.ports = ports;
        this.workers = new PictureWorkers(limits.pictureThreads());
        routePictures(limits);
        routeModels(limits);
        routeBank(limits.deadline(DemonstrationBank.class));
        routeSearches(limits);
    }

    private void routePictures(EffectLimits limits) {
        BlobStore blobs = ports.get(BlobStore.class);
        PictureDecoder decoder = new PictureDecoder(limits);
        PictureInspector inspector = new PictureInspector(blobs, decoder, workers, ports.find(PictureSource.class));
        PageCropper cropper = new PageCropper(blobs, decoder, workers, limits);
        route(
                Effect.InspectPictures.class,
                limits.inspect(),
                inspect -> inspector.inspect(inspect.pictures()).thenApply(EffectValue.Pictures::new));
        route(Effect.Crop.class, limits.inspect(), cropper::crop);
    }

    private void routeModels(EffectLimits limits) {
        routes.put(
                Effect.Generate.class,
                new Route(limits.deadline(PolicyModel.class), call -> generate(call, (Effect.Generate) call.effect())));
        route(
                Effect.Embed.class,
                limits.deadline(Encoder.class),
                embed -> ports.get(Encoder.class).texts(embed.texts()));
        Duration judging = limits.deadline(Judge.class);
        route(
                Effect.JudgeCitation.class,
                judging,
                judge -> ports.get(Judge.class).supports(judge.question(), judge.answer(), judge.citation()));
        route(
                Effect.Judge.class,
                judging,
                judge -> ports.get(Judge.class).judge(judge.question(), judge.answer(), judge.targets()));
        Duration verifying = limits.deadline(Verifier.class);
        Optional<Verifier> verifier = ports.find(Verifier.class).map(port -> new CachedVerifier(port, verifying));
        route(
                Effect.Verify.class,
                verifying,
                verify -> verifier.orElseGet(() -> ports.get(Verifier.class))
                        .verify(new Verifier.Request(
                                verify.question(),
                                verify.pictures(),
                                verify.targets(),
                                verify.queries(),
                                verify.snippets())));
    }

    private void routeBank(Duration deadline) {
        Supplier<DemonstrationBank> bank = () -> ports.get(DemonstrationBank.class);
        route(Effect.OpenBank.class, deadline, open -> bank.get().open(open.bankId(), open.shortest()));
        route(
                Effect.Retrieve.class,
                deadline,
                retrieve -> bank.get().search(retrieve.bankId(), retrieve.channels(), retrieve.limit()));
        route(
                Effect.FetchRecords.class,
                deadline,
                fetch -> bank.get().fetch(fetch.bankId(), fetch.records(), fetch.withTarget()));
        route(
                Effect.SampleRecords.class,
                deadline,
                sample -> bank.get().sample(sample.bankId(), sample.count(), sample.seed()));
    }

    private void routeSearches(EffectLimits limits) {
        route(
                Effect.SearchPages.class,
                limits.deadline(PageIndex.class),
                search -> ports.get(PageIndex.class).search(search.corpusId(), search.query(), search.limit()));
        Duration deadline = limits.deadline(SearchEngine.class);
        route(
                Effect.SearchText.class,
                deadline,
                search -> web().text(search.query(), search.question(), search.limit()));
        route(Effect.SearchImages.class, deadline, search -> web().images(search.picture(), search.limit()));
    }

    private CachedSearch web() {
        return new CachedSearch(
                ports.get(SearchEngine.class), ports.find(ResultCache.class).orElse(null));
    }

    private <E extends Effect> void route(
            Class<E> kind, Duration deadline, Function<E, CompletableFuture<? extends EffectValue>> start) {
        routes.put(kind, new Route(deadline, call -> start.apply(kind.cast(call.effect()))));
    }

    @Override
    public CompletableFuture<EffectResult> run(Call call) {
        Route route = route(call.effect());
        CompletableFuture<? extends EffectValue> answer;
        try {
            answer = route.start().apply(call);
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        CompletableFuture<EffectResult> result = new CompletableFuture<>();
        CompletableFuture<? extends EffectValue> started = answer;
        started.whenComplete((value, failure) -> settle(result, call, value, failure));
        if (!result.isDone()) {
            result.whenComplete((done, failure) -> started.cancel(true)); // of no effect on a call that is over
            Duration deadline = route.deadline();
            result.completeOnTimeout(timeout(call.effect(), deadline), deadline.toMillis(), TimeUnit.MILLISECONDS);
        }
        return result;
    }

    private Route route(Effect effect) {
        Route route = routes.get(effect.getClass());
        if (route == null) {
            throw new IllegalArgumentException("no port runs an effect named " + effect.name());
        }
        return route;
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
                        call.rolloutId(),
                        call.version(),
                        generate.prompt(),
                        generate.maxTokens(),
                        generate.decoding(),
                        call.seed(),
                        generate.temperature()));
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
        Throwable cause = ExceptionUtils.stripCompletionException(failure);
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
