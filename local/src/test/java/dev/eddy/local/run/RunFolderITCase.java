// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderITCase {
    private static final Duration TIMEOUT = Duration.ofHours(10);
    private static final Instant DEATH = Instant.parse("2026-12-01T08:00:00Z");

    @TempDir
    Path temp;

    @Test
    void aRunKeepsItsIdPortsAndSettings() throws IOException {
        LocalPorts ports = new LocalPorts(9092, 9093, 8081, 9249, 8080);
        String id;
        try (RunFolder run = RunFolder.create(temp, ports, Map.of("seed", "7"))) {
            id = run.runId();
        }
        try (RunFolder run = RunFolder.open(temp)) {
            assertThat(run.runId()).isEqualTo(id).hasSize(12);
            assertThat(run.ports()).isEqualTo(ports);
            assertThat(run.settings()).containsExactly(Map.entry("seed", "7"));
        }
    }

    @Test
    void whatIsChangedOfARunIsKept() throws IOException {
        LocalPorts ports = new LocalPorts(9092, 9093, 8081, 9249, 8080);
        LocalPorts others = new LocalPorts(9092, 9093, 8082, 9249, 8080);
        String id;
        try (RunFolder run = RunFolder.create(temp, ports, Map.of("seed", "7", "size", "1"))) {
            id = run.runId();
            run.change(others, Map.of("seed", "7", "size", "2"));
            assertThat(run.ports()).isEqualTo(others);
        }
        try (RunFolder run = RunFolder.open(temp)) {
            assertThat(run.runId()).isEqualTo(id);
            assertThat(run.ports()).isEqualTo(others);
            assertThat(run.settings()).containsOnly(Map.entry("seed", "7"), Map.entry("size", "2"));
        }
    }

    @Test
    void aFolderWithARunIsNotTakenForANewOne() throws IOException {
        RunFolder.create(temp, LocalPorts.free(), Map.of()).close();

        assertThatThrownBy(() -> RunFolder.create(temp, LocalPorts.free(), Map.of()))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("already holds a run. Go on with it by --resume " + temp);
    }

    @Test
    void aFolderWithoutARunCannotBeResumed() {
        assertThatThrownBy(() -> RunFolder.open(temp.resolve("typo")))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("typo holds no run to resume");
    }

    @Test
    void aRunIsHeldOnceAndLetGoWhenClosed() throws IOException {
        assertThat(RunFolder.isHeld(temp)).isFalse();
        try (RunFolder run = RunFolder.create(temp, LocalPorts.free(), Map.of())) {
            assertThat(RunFolder.isHeld(temp)).isTrue();
            assertThatThrownBy(() -> RunFolder.open(run.root()))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining("in use by another Eddy process");
        }
        assertThat(RunFolder.isHeld(temp)).isFalse();
        RunFolder.open(temp).close();
    }

    @Test
    void itsBytesAreThoseOfAllFiles() throws IOException {
        try (RunFolder run = RunFolder.create(temp, LocalPorts.free(), Map.of())) {
            long before = run.bytes();
            Files.createDirectories(run.blobs());
            Files.write(run.blobs().resolve("one"), new byte[12345]);
            assertThat(run.bytes() - before).isEqualTo(12345);
        }
    }

    @Test
    void aRunAboveItsBoundIsRefusedWithTheSettingToRaise() throws IOException {
        try (RunFolder run = RunFolder.create(temp, LocalPorts.free(port -> false), Map.of())) {
            Files.write(run.root().resolve("much"), new byte[3 << 20]);
            Preflight.machine(run, 4 << 20);

            assertThatThrownBy(() -> Preflight.machine(run, 2 << 20))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining("grown to 3 MiB, above its bound of 2 (run.max-size)")
                    .hasMessageContaining("--resume " + run.root() + " -D run.max-size=6m");
        }
    }

    @Test
    void aRunIsResumedAnyTimeBeforeItsTransactionsMayBeGone() throws IOException {
        Path file = died();
        LifeSign.refuseIfTooLate(file, after(Duration.ofHours(8)));

        assertThatThrownBy(() -> LifeSign.refuseIfTooLate(file, after(Duration.ofMinutes(541))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("last sign of life is 9 h 1 min old")
                .hasMessageContaining("live only 10 h 0 min")
                .hasMessageContaining("--accept-loss");
    }

    @Test
    void aRunThatEndedInOrderIsResumedAfterAnyTime() throws IOException {
        Path file = died();
        new LifeSign(file, TIMEOUT, InstantSource.fixed(DEATH)).endInOrder();

        LifeSign.refuseIfTooLate(file, after(Duration.ofDays(1000)));
        assertThat(file).content().contains("ended.in.order=true");
    }

    @Test
    void aSignOfLifeThatCannotBeReadRefusesTheResumeToo() throws IOException {
        Path file = temp.resolve("life.properties");
        Files.writeString(file, "transaction.timeout.ms=soon");

        assertThatThrownBy(() -> LifeSign.refuseIfTooLate(file, after(Duration.ZERO)))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("'soon' where the number transaction.timeout.ms should stand");
    }

    private Path died() throws IOException {
        Path file = temp.resolve("life.properties");
        try (LifeSign life = new LifeSign(file, TIMEOUT, InstantSource.fixed(DEATH))) {
            life.begin();
        }
        return file;
    }

    private static InstantSource after(Duration down) {
        return InstantSource.fixed(DEATH.plus(down));
    }
}
