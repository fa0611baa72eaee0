// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.schemas;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * Reads and writes one record type in Avro's single-object encoding: two marker bytes, the writer schema's fingerprint, the
 * body. Knows the released schemas of its type, so that older values still decode. Thread-safe.
 */
public final class Codec<T extends SpecificRecord> {
    private final Class<T> type;
    private final BinaryMessageEncoder<T> encoder;
    private final BinaryMessageDecoder<T> decoder;

    private Codec(Class<T> type, List<Schema> older) {
        SpecificData model = new SpecificData(type.getClassLoader());
        Schema schema = model.getSchema(type);
        this.type = type;
        this.encoder = new BinaryMessageEncoder<>(model, schema);
        this.decoder = new BinaryMessageDecoder<>(model, schema);
        older.forEach(decoder::addSchema);
    }

    /** A codec that also reads values written with any released schema of this type. */
    public static <T extends SpecificRecord> Codec<T> of(Class<T> type) {
        return new Codec<>(type, ReleasedSchemas.of(type.getName()));
    }

    /**
     * A codec that reads values of another record type into fewer fields: the rest is skipped, not built. The type names the
     * other as its alias.
     */
    public static <T extends SpecificRecord> Codec<T> projecting(
            Class<? extends SpecificRecord> written, Class<T> type) {
        List<Schema> older = new ArrayList<>(ReleasedSchemas.of(written.getName()));
        older.add(new SpecificData(written.getClassLoader()).getSchema(written));
        return new Codec<>(type, older);
    }

    /** Bytes of a record; throws {@link MalformedRecordException} if a required field is missing. */
    public byte[] encode(T value) {
        try {
            ByteBuffer out = encoder.encode(value);
            byte[] bytes = new byte[out.remaining()];
            out.get(bytes);
            return bytes;
        } catch (IOException | RuntimeException e) {
            throw new MalformedRecordException("cannot encode " + type.getSimpleName() + ": " + e.getMessage(), e);
        }
    }

    /** The record in {@code bytes}; throws {@link MalformedRecordException} for anything that is not one. */
    public T decode(byte[] bytes) {
        if (bytes == null) {
            throw new MalformedRecordException(
                    "cannot decode " + type.getSimpleName() + ": no value (a tombstone)", null);
        }
        try {
            return decoder.decode(bytes);
        } catch (IOException | RuntimeException e) {
            throw new MalformedRecordException(
                    "cannot decode " + type.getSimpleName() + " from " + bytes.length + " bytes: " + e.getMessage(), e);
        }
    }
}
