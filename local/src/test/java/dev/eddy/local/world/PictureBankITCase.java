// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.Effect.ChannelQuery;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.acticl.Fusion;
import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.EffectPorts;
import dev.eddy.effect.PortEffectRunner;
import dev.eddy.port.BlobStore;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.EncoderContract;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Picture;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Banks whose pictures an encoder compares, with each other and with texts. */
class PictureBankITCase {
    private static final List<String> SQUARES = List.of(
            "{\"id\":\"r\",\"pictures\":[\"red.png\"],\"text\":\"a square\",\"target\":\"warm\"}",
            "{\"id\":\"g\",\"pictures\":[\"green.png\"],\"text\":\"a square\",\"target\":\"calm\"}",
            "{\"id\":\"b\",\"pictures\":[\"red.png\",\"blue.png\"],\"text\":\"a square\",\"target\":\"mixed\"}",
            "{\"id\":\"w\",\"text\":\"blue, but only in words\",\"target\":\"none\"}");

    @TempDir
    Path folder;

    /** Where the vectors are; null for in the process. */
    Ports.Lease<VectorIndex> vectors() throws Exception {
        return null;
    }

    @Test
    void aPictureFindsItsLikeAndATextThePictureThatItDescribes() throws Exception {
        load(Map.of());
        try (DemonstrationBank bank = bank(Map.of())) {
            ChannelHits like = search(bank, Channel.I2I, new ChannelQuery(List.of(put(new Color(0, 90, 10))), ""));
            ChannelHits own = search(bank, Channel.I2I, new ChannelQuery(List.of(put(Color.BLUE)), ""));
            ChannelHits described = search(bank, Channel.T2I, new ChannelQuery(List.of(), "something blue"));

            assertThat(like.getRecords()).startsWith("g").hasSize(3).doesNotContain("w");
            assertThat(own.getRecords()).startsWith("b").hasSize(3);
            assertThat(described.getRecords()).startsWith("b").hasSize(3).doesNotContain("w");
            float[] scores = Packed.floats(described.getScores());
            assertThat(scores[0]).isGreaterThan(0.9f);
            assertThat(scores[1]).isLessThan(0.1f);
            assertThat(search(bank, Channel.T2T, new ChannelQuery(List.of(), "something blue"))
                            .getRecords())
                    .startsWith("w");
        }
    }

    /** As an agent's search in the mode {@code visual} asks it. */
    @Test
    void aVisualSearchFusesWhatPicturesAndTextsFind() throws Exception {
        load(Map.of());
        try (DemonstrationBank bank = bank(Map.of());
                Ports.Lease<BlobStore> blobs = blobs();
                EffectRunner runner = new PortEffectRunner(
                        EffectPorts.none().with(BlobStore.class, blobs.get()).with(DemonstrationBank.class, bank),
                        EffectLimits.DEFAULT)) {
            Map<Channel, ChannelQuery> asked = Map.of(
                    Channel.I2I, new ChannelQuery(List.of(put(Color.RED)), ""),
                    Channel.T2I, new ChannelQuery(List.of(), "red and blue"));
            EffectResult result = await(runner.run(new EffectRunner.Call(
                    "rollout", new Effect.Retrieve(0, "bank/squares", asked, 64), new byte[0], null, 1, 1)));

            assertThat(result).isInstanceOfSatisfying(EffectResult.Completed.class, completed -> {
                List<ChannelHits> lists = ((EffectValue.Hits) completed.value()).channels();
                assertThat(lists).extracting(ChannelHits::getChannel).containsExactly(Channel.I2I, Channel.T2I);
                assertThat(Fusion.fuse(lists, 64, 60))
                        .extracting(Fusion.Ranked::record)
                        .containsExactly("b", "r", "g");
            });
        }
    }

    @Test
    void whoOpensItWithoutTheEncodersPicturesIsTold() throws Exception {
        load(Map.of());
        try (DemonstrationBank bank = bank(Map.of("colour-words.pictures", "false"))) {
            assertFails(bank.open("bank/squares", 0), EffectStatus.INVALID)
                    .hasMessageContainingAll("bank/squares", "'colour-words'", "pictures", "'encoders.colour-words.");
        }
        try (DemonstrationBank bank = bank(Map.of("colour-words.more", "3"))) {
            assertFails(
                            bank.search("bank/squares", Map.of(Channel.T2I, new ChannelQuery(List.of(), "red")), 8),
                            EffectStatus.INVALID)
                    .hasMessageContainingAll("pictures", "4", "7", "colour-words");
        }
    }

    @Test
    void picturesOfTwoEncodersAreRefused() throws Exception {
        load(Map.of());
        Path file = folder.resolve("banks/squares.jsonl");
        String kept = Files.readString(file);
        int first = kept.indexOf("\"meaning\":{\"encoder\":\"colour-words\"");
        Files.writeString(
                file,
                kept.substring(0, first)
                        + kept.substring(first).replaceFirst("\"encoder\":\"colour-words\"", "\"encoder\":\"words\""));
        try (DemonstrationBank bank = bank(Map.of())) {
            assertFails(bank.open("bank/squares", 0), EffectStatus.INVALID)
                    .hasMessageContainingAll("its pictures were encoded in different ways", "words", "load it again");
        }
    }

    /** As banks are kept that were loaded before encoders saw pictures. */
    @Test
    void anEncoderWithoutPicturesLeavesThemToTheirDescriptors() throws Exception {
        load(Map.of("pictures", "false"));
        String kept = Files.readString(folder.resolve("banks/squares.jsonl"));
        assertThat(kept).contains("\"width\":40,\"height\":40}").contains("colour-words");

        try (DemonstrationBank bank = bank(Map.of())) {
            assertThat(search(bank, Channel.I2I, new ChannelQuery(List.of(put(Color.BLUE)), ""))
                            .getRecords())
                    .hasSize(3);
            assertThat(search(bank, Channel.T2I, new ChannelQuery(List.of(), "something blue"))
                            .getRecords())
                    .isEmpty();
        }
    }

    private static ChannelHits search(DemonstrationBank bank, Channel channel, ChannelQuery query) {
        return await(bank.search("bank/squares", Map.of(channel, query), 8))
                .channels()
                .get(0);
    }

    private void load(Map<String, String> settings) throws Exception {
        Map<String, Color> squares = Map.of("red", Color.RED, "green", Color.GREEN, "blue", Color.BLUE);
        for (Map.Entry<String, Color> square : squares.entrySet()) {
            Files.write(folder.resolve(square.getKey() + ".png"), EncoderContract.square(square.getValue()));
        }
        Path source = Files.write(folder.resolve("source.jsonl"), SQUARES);
        try (Ports.Lease<BlobStore> blobs = blobs();
                Ports.Lease<VectorIndex> vectors = vectors()) {
            new BankLoader(
                            folder.resolve("banks"),
                            blobs.get(),
                            PortChoice.of(ColourWords.NAME, settings),
                            vectors == null ? null : vectors.get())
                    .load("squares", source, share -> {});
        }
    }

    /** A query's picture. */
    private Picture put(Color color) throws Exception {
        try (Ports.Lease<BlobStore> blobs = blobs()) {
            return new Picture(await(blobs.get().put(EncoderContract.square(color))), 40, 40, null);
        }
    }

    private Ports.Lease<BlobStore> blobs() throws IOException {
        return Ports.lease(
                BlobStore.class, "file", Map.of("path", folder.resolve("blobs").toString()));
    }

    private WorldBank bank(Map<String, String> encoders) throws Exception {
        return new WorldBank(Worlds.glyphs(), blobs(), folder.resolve("banks"), encoders, vectors());
    }
}
