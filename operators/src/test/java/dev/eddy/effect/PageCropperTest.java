// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue.Cropped;
import dev.eddy.operator.serve.MemoryBlobs;
import dev.eddy.picture.Pixels;
import dev.eddy.port.BlobStore;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Region;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PageCropperTest {
    private static final EffectLimits LIMITS =
            new EffectLimits(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(20), 10_000, 10_000, 1);
    private static final Pixels PAGE = page(60, 40);

    private final AtomicInteger reads = new AtomicInteger();
    private final MemoryBlobs blobs = new MemoryBlobs() {
        @Override
        public CompletableFuture<byte[]> get(String sha256) {
            reads.incrementAndGet();
            return super.get(sha256);
        }
    };
    private final PortEffectRunner runner =
            new PortEffectRunner(EffectPorts.none().with(BlobStore.class, blobs), LIMITS);

    @AfterEach
    void close() {
        runner.close();
    }

    @Test
    void aCropIsAPictureOfItsOwnAtTheSizeAskedFor() throws IOException {
        Region region = new Region(10, 5, 50, 25);

        Completed done = (Completed) crop(region, 16, 8);

        byte[] png = blobs.get(((Cropped) done.value()).sha256()).join();
        Pixels shown = Pixels.of(ImageIO.read(new ByteArrayInputStream(png)));
        assertThat(shown.samples()).isEqualTo(PAGE.crop(region).scaled(16, 8).samples());
        assertThat(done.seq()).isEqualTo(3);
    }

    @Test
    void theSameCropIsRenderedOnce() {
        EffectResult first = crop(new Region(0, 0, 30, 30), 10, 10);
        EffectResult again = crop(new Region(0, 0, 30, 30), 10, 10);
        assertThat(again).isEqualTo(first);
        assertThat(reads).hasValue(1);

        assertThat(crop(new Region(0, 0, 30, 30), 11, 10)).isNotEqualTo(first);
        assertThat(reads).hasValue(2);
    }

    @Test
    void aRegionThatIsNotOnThePageIsInvalid() {
        assertThat(crop(new Region(10, 10, 61, 20), 10, 10)).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.status()).isEqualTo(EffectStatus.INVALID);
            assertThat(failed.error()).contains("60 by 40 pixels");
        });
        assertThat(crop(new Region(10, 10, 10, 20), 10, 10))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.status()).isEqualTo(EffectStatus.INVALID));
    }

    @Test
    void aCropShownTooLargeIsRejectedBeforeThePageIsRead() {
        assertThat(crop(new Region(0, 0, 30, 30), 101, 100)).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.status()).isEqualTo(EffectStatus.REJECTED);
            assertThat(failed.error()).contains("101 by 100 pixels, allowed are 1 to 10000");
        });
        assertThat(reads).hasValue(0);
    }

    @Test
    void aPageThatIsNotThereIsRejectedAndAskedForAgain() {
        Picture absent = new Picture("a".repeat(64), 60, 40, null);
        Effect.Crop crop = new Effect.Crop(3, absent, new Region(0, 0, 30, 30), 10, 10, true);
        for (int i = 1; i <= 2; i++) {
            assertThat(run(crop))
                    .isInstanceOfSatisfying(
                            Failed.class, failed -> assertThat(failed.status()).isEqualTo(EffectStatus.REJECTED));
            assertThat(reads).hasValue(i);
        }
    }

    @Test
    void aCropThatNobodyWantsAPictureOfIsNotRendered() {
        Picture page = new Picture("a".repeat(64), 60, 40, null);

        assertThat(run(new Effect.Crop(3, page, new Region(0, 0, 30, 30), 10, 10, false)))
                .isEqualTo(new Completed(3, new Cropped(null)));
        assertThat(reads).hasValue(0);
    }

    @Test
    void aDriverThatNeedsNoPictureOfACropRendersNone() {
        try (CropReferences references = new CropReferences(runner)) {
            Picture page = new Picture("a".repeat(64), 60, 40, null);
            Effect.Crop crop = new Effect.Crop(3, page, new Region(0, 0, 30, 30), 10, 10, true);

            assertThat(references.run(call(crop)).join()).isEqualTo(new Completed(3, new Cropped(null)));
            assertThat(references
                            .run(call(new Effect.SearchPages(4, "c", "q", 1)))
                            .join())
                    .as("all else runs")
                    .isInstanceOfSatisfying(
                            Failed.class, failed -> assertThat(failed.error()).contains("no PageIndex is configured"));
        }
        assertThat(reads).hasValue(0);
    }

    private EffectResult crop(Region region, int width, int height) {
        Picture page = new Picture(blobs.put(png(PAGE)).join(), 60, 40, null);
        return run(new Effect.Crop(3, page, region, width, height, true));
    }

    private EffectResult run(Effect effect) {
        return runner.run(call(effect)).orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static Call call(Effect effect) {
        return new Call("q/0", effect, new byte[0], null, 42, 0);
    }

    private static Pixels page(int width, int height) {
        byte[] samples = new byte[width * height];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (byte) (i * 31 % 251);
        }
        return new Pixels(width, height, 1, samples);
    }

    private static byte[] png(Pixels pixels) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(pixels.image(), "png", out);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }
}
