// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code scripts/services.sh} when its servers die without it. */
@Tag("real-services")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServicesITCase {
    /** Not of JUnit's making: the last {@code down} takes it away. */
    private Path folder;

    @BeforeEach
    void choose() throws IOException {
        folder = Files.createTempDirectory("eddy-services");
    }

    @AfterEach
    void leaveNothing() throws Exception {
        for (String name : List.of("flink", "seaweedfs", "redis")) {
            RealServices.down(name, folder);
        }
        assertThat(folder).doesNotExist();
    }

    @Test
    void aSecondUpChangesNothingAndOneAfterAKillStartsItAgainOnItsPort() throws Exception {
        String address = RealServices.up("redis", folder);
        String first = process("redis", "process");
        assertThat(RealServices.up("redis", folder)).isEqualTo(address);
        assertThat(process("redis", "process")).isEqualTo(first);

        kill(first);

        assertThat(RealServices.up("redis", folder)).isEqualTo(address);
        assertThat(process("redis", "process")).isNotEqualTo(first);
    }

    @Test
    void aClusterThatLostAProcessIsStartedAgainAndNoneOutlivesDown() throws Exception {
        String address = RealServices.up("flink", folder);
        String first = process("flink", "jobmanager");
        kill(process("flink", "taskmanager-1"));

        assertThat(RealServices.up("flink", folder)).isEqualTo(address);
        assertThat(lives(first)).isFalse();
        List<String> managers = List.of(
                process("flink", "jobmanager"), process("flink", "taskmanager-1"), process("flink", "taskmanager-2"));
        assertThat(managers).allMatch(ServicesITCase::lives);

        kill(process("flink", "process")); // who began them, and would have ended them
        RealServices.down("flink", folder);

        assertThat(managers).noneMatch(ServicesITCase::lives);
    }

    /** An id, the first word of one of the files that the script keeps. */
    private String process(String service, String file) throws IOException {
        return Files.readString(folder.resolve(service).resolve(file)).split("\\s")[0];
    }

    private static void kill(String process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-9", process).start().waitFor()).isZero();
        while (lives(process)) {
            Thread.onSpinWait();
        }
    }

    /** A zombie, which nobody has asked for its end, does not. */
    private static boolean lives(String process) {
        try {
            return !Files.readString(Path.of("/proc", process, "stat")).contains(") Z ");
        } catch (IOException e) {
            return false; // there is no such process
        }
    }
}
