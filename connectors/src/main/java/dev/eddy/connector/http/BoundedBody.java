// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.util.ByteArrayBuffer;

/**
 * Takes an answer's bytes up to a bound, whatever the answer says of its own length. Of one that refuses no more is taken than a
 * message of it. The result is the answer or an {@link HttpRefusal}.
 */
final class BoundedBody extends AbstractBinResponseConsumer<BoundedBody.Taken> {
    private static final int TO_BEGIN_WITH = 1 << 14;
    private static final int MESSAGE_BYTES = 1 << 10;

    private final HttpCall call;
    private final ByteArrayBuffer received = new ByteArrayBuffer(TO_BEGIN_WITH);
    private HttpResponse response;
    private ContentType type;

    /** One of the two is null. */
    record Taken(HttpAnswer answer, HttpRefusal refusal) {}

    BoundedBody(HttpCall call) {
        this.call = call;
    }

    @Override
    protected void start(HttpResponse begun, ContentType contentType) {
        response = begun;
        type = contentType;
    }

    private boolean refused() {
        return response.getCode() / 100 != 2;
    }

    @Override
    protected int capacityIncrement() {
        return TO_BEGIN_WITH;
    }

    @Override
    protected void data(ByteBuffer more, boolean last) throws IOException {
        if (refused() && received.length() + more.remaining() > MESSAGE_BYTES) {
            throw refusal();
        }
        if (received.length() + more.remaining() > call.maxBytes()) {
            throw new PortException(
                    EffectStatus.REJECTED,
                    call.what() + " has more bytes than the " + call.maxBytes() + " of the setting 'max-bytes'");
        }
        received.append(more);
    }

    @Override
    protected Taken buildResult() {
        return refused() ? new Taken(null, refusal()) : new Taken(answer(), null);
    }

    private HttpAnswer answer() {
        String mime = type == null || type.getMimeType() == null
                ? ""
                : type.getMimeType().toLowerCase(Locale.ROOT);
        Optional<String> charset =
                Optional.ofNullable(type).map(ContentType::getCharset).map(Charset::name);
        return new HttpAnswer(mime, charset, received.toByteArray());
    }

    private HttpRefusal refusal() {
        String said = new String(received.array(), 0, received.length(), StandardCharsets.UTF_8).strip();
        return new HttpRefusal(
                call.what() + " is answered with " + response.getCode() + " " + response.getReasonPhrase()
                        + (said.isEmpty() ? "" : ": " + said),
                response.getCode(),
                retryAfter(header(HttpHeaders.RETRY_AFTER)),
                header(HttpHeaders.LOCATION));
    }

    private String header(String name) {
        Header header = response.getFirstHeader(name);
        return header == null ? null : header.getValue();
    }

    /** Seconds or a date (RFC 9110, 10.2.3); null where it is neither. */
    static Duration retryAfter(String value) {
        if (value == null) {
            return null;
        }
        try {
            if (value.strip().matches("\\d{1,9}")) {
                return Duration.ofSeconds(Long.parseLong(value.strip()));
            }
            Instant then = ZonedDateTime.parse(value.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration left = Duration.between(Instant.now(), then);
            return left.isNegative() ? Duration.ZERO : left;
        } catch (DateTimeException notADate) {
            return null; // a server's slip is no reason to fail otherwise than by its code
        }
    }

    @Override
    public void releaseResources() {}
}
