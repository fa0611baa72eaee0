// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.util.ByteArrayBuffer;

/** Takes an answer's bytes up to a bound, whatever the answer says of its own length. */
final class BoundedBody extends AbstractBinResponseConsumer<byte[]> {
    private static final int TO_BEGIN_WITH = 1 << 14;

    private final String uri;
    private final int maxBytes;
    private final ByteArrayBuffer received = new ByteArrayBuffer(TO_BEGIN_WITH);

    BoundedBody(String uri, int maxBytes) {
        this.uri = uri;
        this.maxBytes = maxBytes;
    }

    @Override
    protected void start(HttpResponse response, ContentType contentType) {
        int code = response.getCode();
        if (code / 100 != 2) {
            boolean ofTheServer = code / 100 == 5 || code == 429;
            throw new PortException(
                    ofTheServer ? EffectStatus.UNAVAILABLE : EffectStatus.REJECTED,
                    "picture '" + uri + "' is answered with " + code + " " + response.getReasonPhrase());
        }
    }

    @Override
    protected int capacityIncrement() {
        return TO_BEGIN_WITH;
    }

    @Override
    protected void data(ByteBuffer more, boolean last) throws IOException {
        if (received.length() + more.remaining() > maxBytes) {
            throw new PortException(
                    EffectStatus.REJECTED,
                    "picture '" + uri + "' has more bytes than the " + maxBytes + " of the setting 'max-bytes'");
        }
        received.append(more);
    }

    @Override
    protected byte[] buildResult() {
        return received.toByteArray();
    }

    @Override
    public void releaseResources() {}
}
