// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.connector.file.WholeFile;
import dev.eddy.local.experiment.ColdStarts.Taught;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A cold start that goes from the run that it was collected in to another that begins with it. JSON.
 *
 * @param agent whose policy was taught
 * @param mode one of {@link Subject#coldStartMode}
 */
public record ColdStartFile(String agent, String mode, Taught taught) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if the file holds something else
     */
    public static ColdStartFile read(Path file) throws IOException {
        try {
            ColdStartFile read = JSON.readValue(file.toFile(), ColdStartFile.class);
            if (read.agent() != null && read.mode() != null && read.taught() != null) {
                return read;
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException(file + " holds no cold start: " + e.getOriginalMessage(), e);
        }
        throw new IllegalArgumentException(file + " holds no cold start: it names no agent, mode or weights");
    }

    /**
     * Refuses one that a policy would not know its work by.
     *
     * @param modes that the policies learn in which may begin with it
     * @throws IllegalArgumentException naming agent and mode of the file and those that would do
     */
    public void refuseUnlessFor(Subject subject, List<String> modes) {
        List<String> fitting =
                modes.stream().map(subject::coldStartMode).distinct().toList();
        if (!agent.equals(subject.agent()) || !fitting.contains(mode)) {
            throw new IllegalArgumentException("the cold start is one of agent '" + agent + "' in mode '" + mode
                    + "', but it must be one of agent '" + subject.agent() + "' in one of the modes " + fitting);
        }
    }

    /** Writes it, whole or not at all. */
    public void write(Path file) throws IOException {
        Path target = file.toAbsolutePath();
        Files.createDirectories(target.getParent());
        WholeFile.write(target, JSON.writeValueAsBytes(this));
    }
}
