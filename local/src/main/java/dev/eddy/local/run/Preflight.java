// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import dev.eddy.connector.kafka.BlobRetention;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;

/** Looks before a start for what would make it fail later, and names each fault with its cure. */
public final class Preflight {
    private static final long MIB = 1L << 20;
    private static final long LEAST_HEAP_MIB = 768;
    private static final long LEAST_DISK_MIB = 2048;
    private static final String BROKER_MAXIMUM = "transaction.max.timeout.ms";

    private Preflight() {}

    /**
     * What the machine offers.
     *
     * @param avroTrusts the packages whose records Avro may make, from its system property; null where it is not set
     */
    record Machine(
            int java,
            long heapBytes,
            long memoryBytes,
            long freeDiskBytes,
            String avroTrusts,
            IntPredicate portIsFree) {
        static Machine here(Path folder) throws IOException {
            return new Machine(
                    Runtime.version().feature(),
                    Runtime.getRuntime().maxMemory(),
                    ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                            .getTotalMemorySize(),
                    Files.getFileStore(folder).getUsableSpace(),
                    System.getProperty("org.apache.avro.SERIALIZABLE_PACKAGES"),
                    FreePort::isFree);
        }
    }

    /**
     * Checks this machine before anything is started.
     *
     * @param maxBytes what the run folder may come to
     * @throws RunRefusedException with all faults at once
     */
    public static void machine(RunFolder folder, long maxBytes) throws IOException {
        List<String> faults = faults(Machine.here(folder.root()), folder.ports().byName());
        tooLarge(folder, maxBytes).ifPresent(faults::add);
        refuse(faults);
    }

    /** What to say and do where a run folder has grown above its bound; empty where it has not. */
    static Optional<String> tooLarge(RunFolder folder, long maxBytes) throws IOException {
        long bytes = folder.bytes();
        return bytes <= maxBytes
                ? Optional.empty()
                : Optional.of("the run folder " + folder.root() + " has grown to " + bytes / MIB
                        + " MiB, above its bound of " + maxBytes / MIB
                        + " (run.max-size). Go on with a larger one, as by"
                        + " --resume " + folder.root() + " -D run.max-size=" + 2 * bytes / MIB
                        + "m, or begin a new run.");
    }

    static List<String> faults(Machine machine, Map<String, Integer> ports) {
        List<String> faults = new ArrayList<>();
        if (machine.java() < 17) {
            faults.add("Java " + machine.java() + " runs this; Eddy needs 17 or newer. Point JAVA_HOME to one.");
        }
        if (machine.heapBytes() < LEAST_HEAP_MIB * MIB) {
            faults.add("the heap may grow to " + machine.heapBytes() / MIB + " MiB; broker, cluster and worlds need "
                    + LEAST_HEAP_MIB + ". Set EDDY_HEAP to 2g or more (-Xmx of Java).");
        }
        if (machine.heapBytes() > machine.memoryBytes()) {
            faults.add("the heap may grow to " + machine.heapBytes() / MIB + " MiB, but the machine has only "
                    + machine.memoryBytes() / MIB + ". Set EDDY_HEAP to less (-Xmx of Java).");
        }
        if (machine.freeDiskBytes() < LEAST_DISK_MIB * MIB) {
            faults.add("the run folder's disk has " + machine.freeDiskBytes() / MIB + " MiB left; a run needs "
                    + LEAST_DISK_MIB + ". Make room or name a folder on another disk.");
        }
        if (machine.avroTrusts() == null || !machine.avroTrusts().contains("dev.eddy.schemas")) {
            faults.add("Avro would refuse Eddy's records. Start Java with"
                    + " -Dorg.apache.avro.SERIALIZABLE_PACKAGES=dev.eddy.schemas.");
        }
        ports.forEach((setting, port) -> {
            if (!machine.portIsFree().test(port)) {
                faults.add("port " + port + " (" + setting + ") is taken on this machine. Stop what listens there, or"
                        + " start again: another port is taken then, unless it is named with --port.");
            }
        });
        return faults;
    }

    /**
     * Checks that the broker lets the sinks' transactions live as long as they ask for.
     *
     * @throws RunRefusedException if not: the first job to write would fail with a message that names neither setting
     */
    public static void transactions(Properties client, Duration transactionTimeout) throws InterruptedException {
        try (Admin admin = Admin.create(client)) {
            String node =
                    admin.describeCluster().nodes().get().iterator().next().idString();
            ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, node);
            Config settings = admin.describeConfigs(List.of(broker)).all().get().get(broker);
            long maximum = Long.parseLong(settings.get(BROKER_MAXIMUM).value());
            if (maximum < transactionTimeout.toMillis()) {
                refuse(List.of("the sinks' transactions ask to live " + transactionTimeout.toMillis()
                        + " ms (run.transaction-timeout), but the broker at " + client.getProperty("bootstrap.servers")
                        + " allows " + maximum + " (" + BROKER_MAXIMUM + "). Lower the first or raise the second."));
            }
        } catch (ExecutionException e) {
            throw new RunRefusedException(
                    "the broker at " + client.getProperty("bootstrap.servers")
                            + " does not tell its settings: " + e.getCause().getMessage()
                            + ". Check bootstrap.servers and the rights to describe the cluster.",
                    e.getCause());
        }
    }

    /**
     * Checks that blobs outlive the records that name them, before a world is made or a policy taught for nothing.
     *
     * @param retention how long blobs are kept; null for ever
     * @param option that says so
     * @throws RunRefusedException if not
     */
    public static void blobs(Properties client, Duration retention, String option) {
        try {
            BlobRetention.check(client, retention, option);
        } catch (IllegalArgumentException e) {
            throw new RunRefusedException(e.getMessage(), e);
        }
    }

    private static void refuse(List<String> faults) {
        if (!faults.isEmpty()) {
            throw new RunRefusedException("Eddy cannot start here:\n- " + String.join("\n- ", faults));
        }
    }
}
