// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.effect.PictureWorkers;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.ShownPicture;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PageEyeTest {
    private final MemoryBlobs blobs = new MemoryBlobs();
    private final PictureWorkers workers = new PictureWorkers(1);
    private final PageEye eye = new PageEye(blobs, workers);

    @AfterEach
    void close() {
        workers.close();
    }

    @Test
    void looksAtWhatIsNewOnItsWorkersAndAnswersAtOnceWhatItHasSeen() throws IOException {
        ShownPicture page = shown(blobs.put(png(60, 80)).join(), null);
        ShownPicture crop = shown(page.getSha256(), new Region(10, 10, 40, 50));

        SeenPage seen = lookWhileWorkersAreBusy(page);
        SeenPage closer = lookWhileWorkersAreBusy(crop);

        assertThat(closer.region()).isEqualTo(crop.getRegion());
        workers.submit("", new CompletableFuture<>()::join);
        assertThat(eye.look(page)).isCompletedWithValue(seen);
        assertThat(eye.look(crop)).isCompletedWithValue(closer);
    }

    private SeenPage lookWhileWorkersAreBusy(ShownPicture picture) {
        CompletableFuture<Void> otherWork = new CompletableFuture<>();
        workers.submit("", otherWork::join);
        CompletableFuture<SeenPage> seen = eye.look(picture);
        assertThat(seen).as("the asking thread read nothing").isNotDone();
        otherWork.complete(null);
        return seen.join();
    }

    private static ShownPicture shown(String sha256, Region region) {
        return new ShownPicture(sha256, 30, 40, 1, 4, 4, 0, 0, region, null);
    }

    private static byte[] png(int width, int height) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY), "png", file);
        return file.toByteArray();
    }
}
