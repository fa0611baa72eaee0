// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.eddy.agent.Effect;
import dev.eddy.agent.Effect.ChannelQuery;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.port.BlobStore;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.port.PictureSource;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.port.Verifier;
import dev.eddy.rollout.RequestHash;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Sha256;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PortEffectRunnerTest {
    private static final EffectLimits LIMITS =
            new EffectLimits(Duration.ofMillis(50), Duration.ofSeconds(20), Duration.ofSeconds(20), 10_000, 10_000, 1);

    private final Outside outside = new Outside();
    private final PortEffectRunner runner = new PortEffectRunner(
            EffectPorts.none()
                    .with(PolicyModel.class, outside)
                    .with(DemonstrationBank.class, outside)
                    .with(BlobStore.class, outside),
            LIMITS);

    @AfterEach
    void close() {
        runner.close();
    }

    @Test
    void aPortThatIsNotConfiguredFailsTheEffectAndSaysWhich() {
        assertThat(run(new Effect.SearchText(4, "query", "question", 6)))
                .isEqualTo(new Failed(
                        4,
                        EffectStatus.UNAVAILABLE,
                        "no SearchEngine is configured, which this agent needs: name one in the options"));
    }

    @Test
    void everyKindOfEffectHasARouteAndARequestHash() {
        Picture picture = new Picture("a".repeat(64), 8, 8, null);
        List<Effect> one = List.of(
                generate("p"),
                new Effect.OpenBank(2, "b", 0),
                new Effect.InspectPictures(2, List.of()),
                new Effect.Retrieve(2, "b", Map.of(), 1),
                new Effect.FetchRecords(2, "b", List.of(), false),
                new Effect.SampleRecords(2, "b", 1, 1),
                new Effect.SearchPages(2, "c", "q", 5),
                new Effect.Crop(2, picture, new Region(0, 0, 8, 8), 32, 32, true),
                new Effect.SearchText(2, "q", "?", 6),
                new Effect.SearchImages(2, picture, 5),
                new Effect.Verify(2, "?", List.of(), List.of(), List.of(), List.of()),
                new Effect.Embed(2, List.of()),
                new Effect.JudgeCitation(
                        0, "?", "a", new PageRegion("p", new Region(0, 0, 9, 9), 9, 9, "a".repeat(64))),
                new Effect.Judge(2, "?", "a", List.of()));

        assertThat(one)
                .extracting(Object::getClass)
                .containsExactlyInAnyOrder(Effect.class.getPermittedSubclasses())
                .doesNotHaveDuplicates();
        for (Effect effect : one) {
            assertThat(RequestHash.of(effect)).hasSize(32);
            runner.run(new Call("q/0", effect, new byte[32], null, 1, 0)).cancel(true);
        }
    }

    @Test
    void aPortsTypedFailureKeepsItsStatus() {
        outside.bank = CompletableFuture.failedFuture(new PortException(EffectStatus.REJECTED, "no such bank"));

        assertThat(run(new Effect.OpenBank(4, "b", 0))).isEqualTo(new Failed(4, EffectStatus.REJECTED, "no such bank"));
    }

    @Test
    void aTimeoutOfThePortIsATimeoutAndAnythingElseIsUnavailableWithItsCause() {
        outside.bank = CompletableFuture.failedFuture(new CompletionException(new TimeoutException("slow")));
        assertThat(run(new Effect.OpenBank(4, "b", 0)))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.status()).isEqualTo(EffectStatus.TIMEOUT));

        outside.bank = CompletableFuture.failedFuture(new IOException("connection reset"));
        assertThat(run(new Effect.OpenBank(4, "b", 0)))
                .isEqualTo(new Failed(4, EffectStatus.UNAVAILABLE, "open-bank: java.io.IOException: connection reset"));
    }

    @Test
    void aPortThatThrowsAtOnceIsNoDifferentFromOneThatFails() {
        outside.bank = null;

        assertThat(run(new Effect.OpenBank(4, "b", 0)))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.status()).isEqualTo(EffectStatus.UNAVAILABLE));
    }

    @Test
    void anErrorIsADefectAndNoFailureOfTheEffect() {
        outside.bank = CompletableFuture.failedFuture(new NoClassDefFoundError("gone"));

        assertThatThrownBy(() -> run(new Effect.OpenBank(4, "b", 0))).hasCauseInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    void aModelThatNeverAnswersTimesOutAndIsCancelled() {
        outside.generation = new CompletableFuture<>();

        EffectResult result = run(generate(null));

        assertThat(result)
                .isEqualTo(new Failed(
                        2, EffectStatus.TIMEOUT, "generate gave no answer within 50 ms, the limit of effects for it"));
        assertThat(outside.generation).isCancelled();
    }

    @Test
    void aVerifierThatNeverAnsweredIsAskedAgain() {
        List<CompletableFuture<EffectValue.Verdicts>> calls = List.of(
                new CompletableFuture<>(),
                CompletableFuture.completedFuture(new EffectValue.Verdicts(List.of(true), List.of())));
        Iterator<CompletableFuture<EffectValue.Verdicts>> next = calls.iterator();
        Effect ask = new Effect.Verify(3, "?", List.of(), List.of("42"), List.of("query"), List.of());
        Verifier verifier = new Verifier() {
            @Override
            public CompletableFuture<EffectValue.Verdicts> verify(Request request) {
                return next.next();
            }

            @Override
            public void close() {}
        };
        EffectPorts ports = EffectPorts.none().with(BlobStore.class, outside).with(Verifier.class, verifier);
        try (PortEffectRunner asking = new PortEffectRunner(ports, LIMITS)) {
            assertThat(asking.run(call(ask, 0)).orTimeout(20, TimeUnit.SECONDS).join())
                    .isEqualTo(new Failed(
                            3,
                            EffectStatus.TIMEOUT,
                            "the verifier gave no verdict within 50 ms, the limit of effects for it"));
            assertThat(calls.get(0)).isCancelled();
            assertThat(asking.run(call(ask, 1)).orTimeout(20, TimeUnit.SECONDS).join())
                    .isEqualTo(new Completed(3, new EffectValue.Verdicts(List.of(true), List.of())));
        }
    }

    @Test
    void aRequestIsTheSameForEveryAttempt() {
        outside.generation = new CompletableFuture<>();
        runner.run(call(generate(null), 0)).cancel(true);
        PolicyModel.Request first = outside.asked;
        outside.generation = new CompletableFuture<>();
        runner.run(call(generate(null), 3)).cancel(true);

        assertThat(first.requestId()).isEqualTo("q/0#2").isEqualTo(outside.asked.requestId());
        assertThat(first.seed()).isEqualTo(outside.asked.seed());
        assertThat(outside.generation).isCancelled();
    }

    @Test
    void aGenerationByAPolicyThatNobodyAnnouncedIsUnavailable() {
        EffectResult result = runner.run(new Call("q/0", generate("judge"), new byte[0], null, 1, 0))
                .join();

        assertThat(result)
                .isEqualTo(new Failed(
                        2, EffectStatus.UNAVAILABLE, "policy 'judge' has no announced version to generate from"));
    }

    @Test
    void inspectionAnswersWithTrueSizes() throws IOException {
        Picture claimed = new Picture(outside.put(png(30, 20)).join(), 1, 1, null);

        assertThat(run(new Effect.InspectPictures(1, List.of(claimed, claimed))))
                .isEqualTo(new Completed(
                        1,
                        new EffectValue.Pictures(List.of(
                                new Picture(claimed.getSha256(), 30, 20, null),
                                new Picture(claimed.getSha256(), 30, 20, null)))));
        assertThat(outside.reads).as("one picture is fetched once").isEqualTo(1);
        assertThat(outside.writes).as("and put again, to count as young").isEqualTo(2);
    }

    @Test
    void aBrokenPictureIsInvalid() throws IOException {
        byte[] png = png(30, 20);

        assertThat(inspect(Arrays.copyOf(png, png.length / 2)).status()).isEqualTo(EffectStatus.INVALID);
        assertThat(inspect(new byte[] {1, 2, 3}).status()).isEqualTo(EffectStatus.INVALID);
    }

    @Test
    void aPictureBeyondItsBoundsIsRejectedBeforeAPixelIsDecoded() throws IOException {
        assertThat(inspect(png(200, 200)))
                .isEqualTo(new Failed(
                        1,
                        EffectStatus.REJECTED,
                        "picture " + Sha256.hex(png(200, 200)) + " is 200 by 200 pixels, allowed are 10000 in all"));
        assertThat(inspect(new byte[10_001]).status()).isEqualTo(EffectStatus.REJECTED);
    }

    @Test
    void aLargePictureIsDecodedInFractionsOfItsSize() throws Exception {
        Picture large = new Picture(outside.put(png(4096, 4096)).join(), 1, 1, null);
        try (PictureWorkers workers = new PictureWorkers(1)) {
            PictureInspector inspector =
                    new PictureInspector(outside, new PictureDecoder(EffectLimits.DEFAULT), workers, Optional.empty());
            assertThat(inspector.inspect(List.of(large)).get(20, TimeUnit.SECONDS))
                    .containsExactly(new Picture(large.getSha256(), 4096, 4096, null));
            assertThat(bytesAllocated("eddy-pictures"))
                    .as("bytes for a picture of 16 MiB")
                    .isBetween(1L, 8L << 20);
        }
    }

    private static long bytesAllocated(String thread) {
        long id = Thread.getAllStackTraces().keySet().stream()
                .filter(running -> running.getName().equals(thread))
                .findFirst()
                .orElseThrow()
                .getId();
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getThreadAllocatedBytes(id);
    }

    @Test
    void aPictureThatHasOnlyAnAddressIsFetchedOnceLookedAtAndStored() throws IOException {
        byte[] png = png(30, 20);
        Web web = new Web(Map.of("https://a/ok", png, "https://a/text", new byte[] {1, 2, 3}));
        EffectPorts ports = EffectPorts.none().with(BlobStore.class, outside).with(PictureSource.class, web);
        try (PortEffectRunner fetching = new PortEffectRunner(ports, LIMITS)) {
            Effect effect = new Effect.InspectPictures(1, List.of(new Picture("", 0, 0, "https://a/ok")));
            List<Picture> found = List.of(new Picture(Sha256.hex(png), 30, 20, "https://a/ok"));

            assertThat(run(fetching, effect).value(EffectValue.Pictures.class).pictures())
                    .isEqualTo(found);
            assertThat(run(fetching, effect).value(EffectValue.Pictures.class).pictures())
                    .isEqualTo(found);

            assertThat(outside.get(Sha256.hex(png)).join()).isEqualTo(png);
            assertThat(web.asked).containsExactly("https://a/ok");
            Effect broken = new Effect.InspectPictures(1, List.of(new Picture("", 0, 0, "https://a/text")));
            assertThat(run(fetching, broken))
                    .isInstanceOfSatisfying(
                            Failed.class, failed -> assertThat(failed.status()).isEqualTo(EffectStatus.INVALID));
            assertThat(run(fetching, broken)).isInstanceOf(Failed.class);
            assertThat(web.asked).as("a failure is not remembered").hasSize(3);
        }
    }

    @Test
    void aPictureThatHasOnlyAnAddressIsRejectedWhereNothingFetches() {
        assertThat(run(new Effect.InspectPictures(1, List.of(new Picture("", 0, 0, "https://a/ok")))))
                .isInstanceOfSatisfying(Failed.class, failed -> {
                    assertThat(failed.status()).isEqualTo(EffectStatus.REJECTED);
                    assertThat(failed.toString()).contains("https://a/ok", "eddy.picture-source.name");
                });
    }

    private static final class Web implements PictureSource {
        private final Map<String, byte[]> pictures;
        private final List<String> asked = new ArrayList<>();

        private Web(Map<String, byte[]> pictures) {
            this.pictures = pictures;
        }

        @Override
        public CompletableFuture<byte[]> fetch(String uri) {
            asked.add(uri);
            return CompletableFuture.completedFuture(pictures.get(uri));
        }

        @Override
        public void close() {}
    }

    @Test
    void aPictureOfAnUnusualFormatIsRejected() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(30, 20, BufferedImage.TYPE_BYTE_GRAY), "tiff", out);

        assertThat(inspect(out.toByteArray()))
                .isEqualTo(new Failed(
                        1,
                        EffectStatus.REJECTED,
                        "picture " + Sha256.hex(out.toByteArray()) + " is a tif, allowed are [bmp, gif, jpeg, png]"));
    }

    @Test
    void aPictureThatIsNotThereIsRejected() {
        assertThat(run(new Effect.InspectPictures(1, List.of(new Picture("a".repeat(64), 1, 1, null)))))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.status()).isEqualTo(EffectStatus.REJECTED));
    }

    private Failed inspect(byte[] bytes) {
        String sha256 = outside.put(bytes).join();
        return (Failed) run(new Effect.InspectPictures(1, List.of(new Picture(sha256, 1, 1, null))));
    }

    private EffectResult run(Effect effect) {
        return run(runner, effect);
    }

    private static EffectResult run(PortEffectRunner runner, Effect effect) {
        return runner.run(call(effect, 0)).orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static Call call(Effect effect, int attempt) {
        return new Call("q/0", effect, new byte[0], new PolicyVersion("p", 1, "b".repeat(64)), 42, attempt);
    }

    private static Effect.Generate generate(String policy) {
        return new Effect.Generate(2, List.of(), 8, Decoding.GREEDY, RowKind.ACT, -1, policy, null);
    }

    private static byte[] png(int width, int height) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY), "png", out);
        return out.toByteArray();
    }

    /** All ports in one, answering what the test says. */
    private static final class Outside implements PolicyModel, DemonstrationBank, BlobStore {
        private final Map<String, byte[]> blobs = new HashMap<>();
        private CompletableFuture<EffectValue.Bank> bank;
        private CompletableFuture<Generation> generation;
        private PolicyModel.Request asked;
        private int reads;
        private int writes;

        @Override
        public CompletableFuture<Generation> generate(Request request) {
            asked = request;
            return generation;
        }

        @Override
        public ModelCard card() {
            return new ModelCard("model", "", 1, 1);
        }

        @Override
        public Tokenizer tokenizer() {
            return WordTokenizer.instance();
        }

        @Override
        public CompletableFuture<EffectValue.Bank> open(String bankId, int shortest) {
            if (bank == null) {
                throw new IllegalStateException("thrown, not failed");
            }
            return bank;
        }

        @Override
        public CompletableFuture<EffectValue.Hits> search(
                String bankId, Map<Channel, ChannelQuery> channels, int limit) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletableFuture<EffectValue.Records> fetch(String bankId, List<String> records, boolean withTarget) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletableFuture<EffectValue.Records> sample(String bankId, int count, long seed) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletableFuture<String> put(byte[] bytes) {
            writes++;
            String sha256 = Sha256.hex(bytes);
            blobs.put(sha256, bytes);
            return CompletableFuture.completedFuture(sha256);
        }

        @Override
        public CompletableFuture<byte[]> get(String sha256) {
            reads++;
            byte[] found = blobs.get(sha256);
            return found == null
                    ? CompletableFuture.failedFuture(new PortException(EffectStatus.REJECTED, "no blob " + sha256))
                    : CompletableFuture.completedFuture(found);
        }

        @Override
        public void close() {}
    }
}
