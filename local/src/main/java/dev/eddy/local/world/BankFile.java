// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Records of banks as JSON Lines: one object a line. */
final class BankFile {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

    private BankFile() {}

    /**
     * A record as a user writes it.
     *
     * @param pictures paths, relative to the file's folder; null for none
     * @param text null for none
     */
    record Given(String id, List<String> pictures, String text, String target) {}

    /**
     * A record as it is kept.
     *
     * @param meaning of the text; null where texts are compared by their words
     */
    record Kept(String id, List<KeptPicture> pictures, String text, String target, Meaning meaning) {}

    /**
     * A text's or picture's vector.
     *
     * @param encoder the port's name of what made it: only its vectors can be compared
     * @param vector of unit length, as packed floats
     */
    record Meaning(String encoder, byte[] vector) {}

    /**
     * A picture in the blob store, and its size in pixels.
     *
     * @param meaning null, and then not written, where pictures are compared by their descriptors
     */
    record KeptPicture(
            String sha256,
            int width,
            int height,
            @JsonInclude(JsonInclude.Include.NON_NULL) Meaning meaning) {}

    /** What to do with one record. */
    interface Reading<T> {
        void accept(T kept) throws IOException;
    }

    /** Where a loaded bank is kept; throws {@link IllegalArgumentException} for what is no name. */
    static Path path(Path folder, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no name of a bank: that is up to 64 lower-case letters,"
                            + " digits, hyphens and underscores, the first a letter or digit");
        }
        return folder.resolve(name + ".jsonl");
    }

    /**
     * Reads a file line by line; empty lines are skipped.
     *
     * @throws IOException if it cannot be read, a line is no such record, or {@code reading} throws; names the line
     */
    static <T> void read(Path file, Class<T> form, Reading<T> reading) throws IOException {
        ObjectReader reader = JSON.readerFor(form);
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            int number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine(), number++) {
                if (line.isBlank()) {
                    continue;
                }
                try {
                    reading.accept(reader.readValue(line));
                } catch (JsonProcessingException broken) {
                    throw new IOException("line " + number + " of " + file + ": " + wrong(form, broken), broken);
                } catch (IOException refused) {
                    throw new IOException("line " + number + " of " + file + ": " + refused.getMessage(), refused);
                }
            }
        }
    }

    /** In words of the file: the parser speaks of classes. */
    private static String wrong(Class<?> form, JsonProcessingException broken) {
        if (!(broken instanceof JsonMappingException misfit)) {
            return "it is no JSON: " + broken.getOriginalMessage();
        }
        String expected = Arrays.stream(form.getRecordComponents())
                .map(field -> field.getName() + (field.getType() == List.class ? " (a list)" : ""))
                .collect(Collectors.joining(", ", "; expected is an object of ", ""));
        if (misfit.getPath().isEmpty()) {
            return "it is no JSON object" + expected;
        }
        String field = misfit.getPath().get(0).getFieldName();
        return broken instanceof UnrecognizedPropertyException
                ? "there is no field '" + field + "'" + expected
                : "the field '" + field + "' has a value of the wrong kind" + expected;
    }

    static ObjectWriter writer() {
        return JSON.writerFor(Kept.class);
    }
}
