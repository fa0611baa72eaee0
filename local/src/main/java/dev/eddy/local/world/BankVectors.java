// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.local.vision.GrayPicture;
import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.Packed;
import java.nio.ByteBuffer;
import java.util.List;

/** The vectors of a loaded bank's records. */
final class BankVectors {
    private BankVectors() {}

    /** One a picture; blocks until the blob store has given them. */
    static List<float[]> pictures(BankFile.Kept kept, BlobStore blobs) {
        return kept.pictures().stream()
                .map(picture -> PictureDescriptor.of(
                        GrayPicture.decode(blobs.get(picture.sha256()).join())))
                .toList();
    }

    static float[] text(BankFile.Kept kept) {
        return kept.meaning() == null
                ? HashedWords.of(kept.text())
                : Packed.floats(ByteBuffer.wrap(kept.meaning().vector()));
    }
}
