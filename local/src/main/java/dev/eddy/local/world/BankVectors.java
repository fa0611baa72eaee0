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

    /** One a picture; blocks until the blob store has given those that are still to be described. */
    static List<float[]> pictures(BankFile.Kept kept, BlobStore blobs) {
        return kept.pictures().stream()
                .map(picture -> picture.meaning() == null
                        ? PictureDescriptor.of(
                                GrayPicture.decode(blobs.get(picture.sha256()).join()))
                        : floats(picture.meaning()))
                .toList();
    }

    static float[] text(BankFile.Kept kept) {
        return kept.meaning() == null ? HashedWords.of(kept.text()) : floats(kept.meaning());
    }

    /** Numbers in a picture's vector. */
    static int length(BankFile.KeptPicture picture) {
        return picture.meaning() == null ? PictureDescriptor.LENGTH : floats(picture.meaning()).length;
    }

    private static float[] floats(BankFile.Meaning meaning) {
        return Packed.floats(ByteBuffer.wrap(meaning.vector()));
    }
}
