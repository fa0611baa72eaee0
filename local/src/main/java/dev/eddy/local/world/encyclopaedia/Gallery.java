// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import dev.eddy.local.vision.GrayPicture;
import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.local.world.TopScores;
import java.util.ArrayList;
import java.util.List;

/** Search by picture: the thumbnails whose descriptors point most nearly the same way. Immutable and thread-safe. */
final class Gallery {
    private final List<Thumbnail> thumbnails;
    private final float[][] descriptors;

    /** A picture with a title. */
    record Thumbnail(String title, String source, byte[] png, GrayPicture picture) {}

    Gallery(List<Thumbnail> thumbnails) {
        this.thumbnails = List.copyOf(thumbnails);
        this.descriptors = thumbnails.parallelStream()
                .map(thumbnail -> PictureDescriptor.of(thumbnail.picture()))
                .toArray(float[][]::new);
    }

    List<Thumbnail> search(GrayPicture picture, int limit) {
        float[] wanted = PictureDescriptor.of(picture);
        TopScores best = new TopScores(Math.min(limit, descriptors.length));
        for (int i = 0; i < descriptors.length; i++) {
            best.offer(product(wanted, descriptors[i]), i);
        }
        List<Thumbnail> found = new ArrayList<>();
        for (int rank = 0; rank < best.size(); rank++) {
            found.add(thumbnails.get(best.position(rank)));
        }
        return found;
    }

    private static float product(float[] a, float[] b) {
        float sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    List<Thumbnail> thumbnails() {
        return thumbnails;
    }
}
