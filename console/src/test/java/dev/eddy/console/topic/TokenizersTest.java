// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.console.UserError;
import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.Settings;
import dev.eddy.job.Catalogue;
import dev.eddy.job.EddyJob;
import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenizersTest {
    private static final Path QWEN = Path.of("..", "docker", "triton", "text", "1", "tokenizer.json");
    private static final String WORDS = WordTokenizer.instance().hash();

    private static final Catalogue CATALOGUE = Catalogue.of(List.of(ConsoleOptions.class), EddyJob.OPTIONS.options());

    @TempDir
    private Path folder;

    @Test
    void thatOfTheChosenModelIsKnownBesideTheWords() throws IOException {
        String hash = Sha256.hex(Files.readAllBytes(QWEN));

        Tokenizers tokenizers = Tokenizers.of(settings(Map.of("eddy.policy-model.name", "openai")));

        Tokenizer qwen = tokenizers.find(hash).orElseThrow();
        assertThat(qwen.decode(qwen.encode("The stream runs."))).isEqualTo("The stream runs.");
        assertThat(tokenizers.find(WORDS)).contains(WordTokenizer.instance());
        assertThat(tokenizers.find("0".repeat(64))).isEmpty();
    }

    @Test
    void withoutAModelThereAreTheWords() {
        assertThat(Tokenizers.of(settings(Map.of())).find(WORDS)).isPresent();
    }

    @Test
    void aModelThatCannotBeOpenedIsNamed() {
        Tokenizers tokenizers = Tokenizers.of(settings(Map.of("eddy.policy-model.name", "opnai")));

        assertThat(tokenizers.find(WORDS)).isPresent();
        assertThatThrownBy(() -> tokenizers.find("0".repeat(64)))
                .isInstanceOf(UserError.class)
                .hasMessageContainingAll("eddy.policy-model", "opnai");
    }

    private Settings settings(Map<String, String> others) {
        Map<String, String> given = new HashMap<>(Map.of(
                "eddy.policy-model.settings.url", "http://127.0.0.1:1/v1",
                "eddy.policy-model.settings.family", "qwen3-vl",
                "eddy.policy-model.settings.tokenizer", QWEN.toString(),
                "eddy.policy-model.settings.blobs", "file",
                "eddy.policy-model.settings.blobs.path", folder.toString()));
        given.putAll(others);
        return Settings.load(CATALOGUE, null, given);
    }
}
