// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.connector.file.WholeFile;
import dev.eddy.local.report.Report.CurvePoint;
import dev.eddy.local.run.RunRefusedException;
import dev.eddy.schemas.RewardedTrajectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;

/**
 * What an experiment has found out so far, in files: an interrupted one goes on from there. A file is there as a whole or not at
 * all. Thread-safe as long as no two threads write the same file.
 */
final class ExperimentFolder {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PLAN = "experiment.json";

    private final Path folder;

    /**
     * Opens the folder of an experiment, or begins one.
     *
     * @param plan all that the results depend on
     * @throws RunRefusedException where the folder holds results of another plan
     */
    ExperimentFolder(Path folder, SortedMap<String, Object> plan) throws IOException {
        this.folder = Files.createDirectories(folder);
        Path file = folder.resolve(PLAN);
        String now = JSON.writeValueAsString(plan);
        if (!Files.exists(file)) {
            WholeFile.write(folder.resolve(PLAN), JSON.writeValueAsBytes(plan));
        } else if (!Files.readString(file).equals(now)) {
            throw new RunRefusedException("the folder " + folder + " holds results of another experiment, "
                    + Files.readString(file) + "; this one is " + now + ". Name another folder with --folder.");
        }
    }

    Path path() {
        return folder;
    }

    Path scratch(String name) throws IOException {
        return Files.createDirectories(folder.resolve("scratch").resolve(name));
    }

    boolean hasCurve(int seed, String weights) {
        return Files.exists(folder.resolve(curve(seed, weights)));
    }

    List<CurvePoint> curveOf(int seed, String weights) throws IOException {
        return JSON.readValue(folder.resolve(curve(seed, weights)).toFile(), new TypeReference<List<CurvePoint>>() {});
    }

    void keep(int seed, String weights, List<CurvePoint> points) throws IOException {
        WholeFile.write(folder.resolve(curve(seed, weights)), JSON.writeValueAsBytes(points));
    }

    private static String curve(int seed, String weights) {
        return "seed-" + seed + "-" + weights + "-curve.json";
    }

    boolean hasRuns(int seed, String mode, String evaluation) {
        return Files.exists(folder.resolve(runs(seed, mode, evaluation)));
    }

    List<RewardedTrajectory> runsOf(int seed, String mode, String evaluation) throws IOException {
        List<RewardedTrajectory> runs = new ArrayList<>();
        Path file = folder.resolve(runs(seed, mode, evaluation));
        try (DataFileReader<RewardedTrajectory> reader =
                new DataFileReader<>(file.toFile(), new SpecificDatumReader<>(RewardedTrajectory.class))) {
            reader.forEach(runs::add);
        }
        return runs;
    }

    void keep(int seed, String mode, String evaluation, List<RewardedTrajectory> runs) throws IOException {
        WholeFile.write(folder.resolve(runs(seed, mode, evaluation)), part -> {
            try (DataFileWriter<RewardedTrajectory> writer =
                    new DataFileWriter<>(new SpecificDatumWriter<>(RewardedTrajectory.class))) {
                writer.setCodec(CodecFactory.deflateCodec(1));
                writer.create(RewardedTrajectory.getClassSchema(), part.toFile());
                for (RewardedTrajectory run : runs) {
                    writer.append(run);
                }
            }
        });
    }

    private static String runs(int seed, String mode, String evaluation) {
        return "seed-" + seed + "-" + mode.replace(':', '-') + "-" + evaluation + ".avro";
    }
}
