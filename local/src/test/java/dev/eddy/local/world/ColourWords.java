// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.agent.EffectValue.Vectors;
import dev.eddy.agent.SettingsReader;
import dev.eddy.port.Encoder;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.schemas.EffectStatus;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import javax.imageio.ImageIO;

/**
 * Texts and pictures in one space: how often a text names red, green and blue, and how much of each a picture has.
 *
 * @param pictures whether it sees pictures
 * @param more elements of 0 at the end of vectors
 */
public record ColourWords(boolean pictures, int more) implements Encoder {
    static final String NAME = "colour-words";

    private static final List<String> COLOURS = List.of("red", "green", "blue");

    @Override
    public CompletableFuture<Vectors> texts(List<String> texts) {
        return all(texts, text -> {
            float[] vector = new float[COLOURS.size() + 1 + more];
            vector[COLOURS.size()] = 0.01f;
            for (String word : text.split("\\W+")) {
                int colour = COLOURS.indexOf(word);
                if (colour >= 0) {
                    vector[colour]++;
                }
            }
            return vector;
        });
    }

    @Override
    public boolean seesPictures() {
        return pictures;
    }

    @Override
    public CompletableFuture<Vectors> pictures(List<byte[]> files) {
        return pictures ? all(files, this::seen) : Encoder.super.pictures(files);
    }

    private float[] seen(byte[] file) {
        BufferedImage image;
        try {
            image = ImageIO.read(new ByteArrayInputStream(file));
        } catch (IOException broken) {
            throw new PortException(EffectStatus.INVALID, broken.getMessage(), broken);
        }
        float[] vector = new float[COLOURS.size() + 1 + more];
        vector[COLOURS.size()] = 0.01f;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                for (int colour = 0; colour < COLOURS.size(); colour++) {
                    vector[colour] += (image.getRGB(x, y) >> 8 * (2 - colour) & 0xff) / 255f;
                }
            }
        }
        return vector;
    }

    private static <T> CompletableFuture<Vectors> all(List<T> things, Function<T, float[]> vector) {
        return CompletableFuture.completedFuture(
                new Vectors(things.stream().map(vector).toList()));
    }

    @Override
    public void close() {}

    /** Settings: {@code pictures} (true) and {@code more} (0). */
    public static final class Factory implements PortFactory<Encoder> {
        @Override
        public Class<Encoder> port() {
            return Encoder.class;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public Encoder open(Map<String, String> settings) {
            SettingsReader reader = new SettingsReader(NAME, settings);
            ColourWords encoder = new ColourWords(reader.flag("pictures", true), reader.atLeast(0, "more", 0));
            reader.end();
            return encoder;
        }
    }
}
