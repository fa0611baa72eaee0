// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.knuddels.jtokkit.api.Encoding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/**
 * A vocabulary as large as Qwen's, which was made from this one: pieces such as {@code ".\n\n"} are single tokens here, which those of
 * a small vocabulary are not.
 */
public final class LargeQwen {
    private LargeQwen() {}

    /** Writes its {@code tokenizer.json}, with the rest as the small one has it. */
    public static Path write(Path folder) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ObjectNode file = (ObjectNode) json.readTree(SmallQwen.FILE.toFile());
        ObjectNode pieces = json.createObjectNode();
        try (BufferedReader ranks = new BufferedReader(new InputStreamReader(
                Encoding.class.getResourceAsStream("/com/knuddels/jtokkit/cl100k_base.tiktoken"), UTF_8))) {
            for (String line = ranks.readLine(); line != null; line = ranks.readLine()) {
                String[] rank = line.split(" ");
                pieces.put(spelt(Base64.getDecoder().decode(rank[0])), Integer.parseInt(rank[1]));
            }
        }
        int next = pieces.size();
        for (var added : (ArrayNode) file.path("added_tokens")) {
            ((ObjectNode) added).put("id", next++);
        }
        ((ObjectNode) file.path("model")).set("vocab", pieces);
        ((ObjectNode) file.path("model")).putArray("merges");
        return Files.write(folder.resolve("tokenizer.json"), json.writeValueAsBytes(file));
    }

    /** The letters that stand for bytes in such a file. */
    private static String spelt(byte[] bytes) {
        StringBuilder spelt = new StringBuilder();
        for (byte signed : bytes) {
            int value = signed & 0xff;
            int others = 0x100;
            for (int before = 0; before < value; before++) {
                others += printable(before) ? 0 : 1;
            }
            spelt.append((char) (printable(value) ? value : others));
        }
        return spelt.toString();
    }

    private static boolean printable(int value) {
        return value >= '!' && value <= '~' || value >= 0xa1 && value != 0xad;
    }
}
