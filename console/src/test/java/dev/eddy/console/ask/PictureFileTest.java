// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.console.UserError;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureFileTest {
    @TempDir
    private Path folder;

    private Path picture;

    @BeforeEach
    void draw() throws IOException {
        picture = folder.resolve("glyph.png");
        ImageIO.write(new BufferedImage(30, 20, BufferedImage.TYPE_BYTE_GRAY), "png", picture.toFile());
    }

    @Test
    void readsAPictureWithItsSize() throws IOException {
        PictureFile read = PictureFile.read(picture, 10_000, 10_000);

        assertThat(read.width()).isEqualTo(30);
        assertThat(read.height()).isEqualTo(20);
        assertThat(read.content()).isEqualTo(Files.readAllBytes(picture));
    }

    @Test
    void boundsBytesAndPixelsByName() {
        assertThatThrownBy(() -> PictureFile.read(picture, 10, 10_000))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("ask.max-picture-size (10)");
        assertThatThrownBy(() -> PictureFile.read(picture, 10_000, 599))
                .hasMessageContaining("30 by 20 pixels")
                .hasMessageContaining("ask.max-picture-pixels (599)");
    }

    @Test
    void whatIsBrokenOrNoPictureIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(picture);
        Path cut = Files.write(folder.resolve("cut.png"), Arrays.copyOf(whole, whole.length / 2));
        Path text = Files.writeString(folder.resolve("text.png"), "no picture");

        assertThatThrownBy(() -> PictureFile.read(cut, 10_000, 10_000))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("cut.png cannot be read");
        assertThatThrownBy(() -> PictureFile.read(text, 10_000, 10_000)).hasMessageContaining("is no picture");
        assertThatThrownBy(() -> PictureFile.read(folder.resolve("absent"), 1, 1))
                .hasMessageContaining("absent");
    }
}
