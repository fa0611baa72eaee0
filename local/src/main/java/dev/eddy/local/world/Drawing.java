// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.local.vision.GrayPicture;
import dev.eddy.local.vision.PictureDescriptor;

/**
 * One drawing of one character.
 *
 * @param character what it shows: drawings of the same class have the same
 * @param png the encoded picture; not to be changed
 * @param descriptor its vector; not to be changed
 */
record Drawing(String character, byte[] png, int width, int height, float[] descriptor) {
    static Drawing of(String character, byte[] png, GrayPicture decoded) {
        return new Drawing(character, png, decoded.width(), decoded.height(), PictureDescriptor.of(decoded));
    }
}
