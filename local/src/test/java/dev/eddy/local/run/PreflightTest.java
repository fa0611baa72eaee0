// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PreflightTest {
    private static final long GIB = 1L << 30;
    private static final Map<String, Integer> PORTS = new LocalPorts(9092, 9093, 8081, 9249, 8080).byName();

    @Test
    void aFitMachineHasNoFaults() {
        assertThat(Preflight.faults(machine(17, 2 * GIB, 10 * GIB, "dev.eddy.schemas", 0), PORTS))
                .isEmpty();
    }

    @Test
    void everyFaultIsNamedAtOnceWithItsCure() {
        assertThat(Preflight.faults(machine(11, GIB / 2, GIB, null, 8081), PORTS))
                .satisfiesExactly(
                        java -> assertThat(java).contains("Java 11", "JAVA_HOME"),
                        heap -> assertThat(heap).contains("512 MiB", "EDDY_HEAP to 2g"),
                        disk -> assertThat(disk).contains("1024 MiB left", "another disk"),
                        avro -> assertThat(avro).contains("-Dorg.apache.avro.SERIALIZABLE_PACKAGES=dev.eddy.schemas"),
                        port -> assertThat(port).contains("port 8081 (ports.flink) is taken", "start again"));
    }

    @Test
    void aHeapLargerThanTheMachineIsAFault() {
        assertThat(Preflight.faults(machine(17, 16 * GIB, 10 * GIB, "dev.eddy.schemas", 0), PORTS))
                .singleElement()
                .asString()
                .contains("16384 MiB", "has only 8192", "EDDY_HEAP to less");
    }

    @Test
    void takenPortsAreReplacedAndNoneIsGivenTwice() throws IOException {
        Set<Integer> taken = Set.of(19092, 18081);
        LocalPorts ports = LocalPorts.free(port -> !taken.contains(port));

        assertThat(ports.byName().values()).doesNotContainAnyElementsOf(taken).doesNotHaveDuplicates();
        assertThat(ports.controller()).isEqualTo(19093);
        assertThat(ports.freed(port -> port != ports.page()).byName())
                .containsAllEntriesOf(Map.of("ports.broker", ports.broker(), "ports.flink", ports.flink()))
                .doesNotContainEntry("ports.page", ports.page());
    }

    @Test
    void portsAreCheckedBeforeAnythingIsWritten() {
        assertThatThrownBy(() -> new LocalPorts(9092, 9092, 8081, 9249, 8080))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two ports of a run are the same");
        assertThatThrownBy(() -> new LocalPorts(9092, 70000, 8081, 9249, 8080))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ports.controller is 70000");
    }

    private static Preflight.Machine machine(int java, long heap, long disk, String avroTrusts, int takenPort) {
        return new Preflight.Machine(java, heap, 8 * GIB, disk, avroTrusts, port -> port != takenPort);
    }
}
