// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.eddy.port.BlobStore;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.Encoder;
import dev.eddy.port.PictureSource;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.Ports;
import dev.eddy.port.ResultCache;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.VectorIndex;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each adapter's settings, which it names when it is given one too many, stand on its page. */
class AdapterPagesTest {
    private static final String NONE = "no-such-setting";
    private static final Pattern KNOWN = Pattern.compile("it has \\[([^]]*)]");

    static Stream<Arguments> adapters() {
        return Stream.of(
                Arguments.of("redis", EffectJournal.class, "redis", Map.of("host", "localhost")),
                Arguments.of("redis", ResultCache.class, "redis", Map.of("host", "localhost")),
                Arguments.of("milvus", VectorIndex.class, "milvus", Map.of("endpoint", "localhost:1")),
                Arguments.of("triton", Encoder.class, "triton", Map.of("endpoint", "localhost:1", "model", "m")),
                Arguments.of("search", SearchEngine.class, "searxng", Map.of("url", "http://localhost:1")),
                Arguments.of("pictures", PictureSource.class, "http", Map.of("hosts", "example.org")),
                Arguments.of("stores", BlobStore.class, "file", Map.of("path", "/nowhere")),
                Arguments.of("stores", PolicyStore.class, "file", Map.of("path", "/nowhere")),
                Arguments.of("stores", EffectJournal.class, "file", Map.of("path", "/nowhere")),
                Arguments.of("stores", EffectJournal.class, "memory", Map.of()),
                Arguments.of("stores", ResultCache.class, "memory", Map.of()));
    }

    @ParameterizedTest
    @MethodSource("adapters")
    <P extends AutoCloseable> void everySettingStandsOnThePage(
            String page, Class<P> port, String name, Map<String, String> needed) throws Exception {
        Map<String, String> settings = new HashMap<>(needed);
        settings.put(NONE, "1");

        Throwable refused = catchThrowable(() -> Ports.lease(port, name, settings));

        assertThat(refused).hasStackTraceContaining(NONE);
        Matcher known = KNOWN.matcher(ExceptionUtils.stringifyException(refused));
        assertThat(known.find()).as(refused.toString()).isTrue();
        assertThat(Files.readString(Path.of("..", "docs", page + ".md")))
                .contains(List.of(known.group(1).replace(".*", "").split(", ")).stream()
                        .map(setting -> "`" + setting + "`")
                        .toList());
    }
}
