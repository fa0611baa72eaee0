// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.SegmentWriter;
import dev.eddy.agent.Tokenizer;
import dev.eddy.operator.serve.MemoryBlobs;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortFactory;
import dev.eddy.schemas.Picture;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** One blob store, in memory, for all tests of models that are shown pictures. */
public final class TestPictures implements PortFactory<BlobStore> {
    public static final String NAME = "test-pictures";
    public static final BlobStore STORE = new MemoryBlobs();

    /** One of 300 by 200 pixels that stands in the store. */
    public static Picture picture() {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        try {
            ImageIO.write(new BufferedImage(300, 200, BufferedImage.TYPE_3BYTE_BGR), "png", png);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Picture.newBuilder()
                .setSha256(STORE.put(png.toByteArray()).join())
                .setWidth(300)
                .setHeight(200)
                .build();
    }

    /** That picture, shown within 24 tokens. */
    public static List<PromptSegment> shown(Tokenizer tokenizer) {
        return List.of(
                new SegmentWriter(tokenizer).text("Is this the stream?\n").segment(0, "instructions"),
                new SegmentWriter(tokenizer).picture(picture(), 24).segment(1, "query"));
    }

    @Override
    public Class<BlobStore> port() {
        return BlobStore.class;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public BlobStore open(Map<String, String> settings) {
        return STORE;
    }
}
