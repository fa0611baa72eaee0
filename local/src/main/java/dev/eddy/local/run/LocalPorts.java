// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The loopback ports of a run. They stay the same through every resume, unless one is taken then.
 *
 * @param flink of Flink's web page
 * @param metrics of the Prometheus endpoint
 * @param page of Eddy's own page
 */
public record LocalPorts(int broker, int controller, int flink, int metrics, int page) {
    private static final LocalPorts USUAL = new LocalPorts(19092, 19093, 18081, 19249, 18080);

    public LocalPorts {
        Map<String, Integer> ports = byName(broker, controller, flink, metrics, page);
        ports.forEach((name, port) -> {
            if (port < 1 || port > 65535) {
                throw new IllegalArgumentException(name + " is " + port + "; a port is 1 to 65535");
            }
        });
        if (Set.copyOf(ports.values()).size() < ports.size()) {
            throw new IllegalArgumentException("two ports of a run are the same: " + ports);
        }
    }

    /** The usual ports, each replaced by another free one where it is taken. */
    public static LocalPorts free() throws IOException {
        return USUAL.freed();
    }

    static LocalPorts free(IntPredicate isFree) throws IOException {
        return USUAL.freed(isFree);
    }

    /** These, each replaced by another free one where it is taken. */
    public LocalPorts freed() throws IOException {
        return freed(FreePort::isFree);
    }

    LocalPorts freed(IntPredicate isFree) throws IOException {
        Set<Integer> chosen = new LinkedHashSet<>();
        for (int wanted : byName().values()) {
            int port = isFree.test(wanted) ? wanted : FreePort.find();
            while (chosen.contains(port)) {
                port = FreePort.find();
            }
            chosen.add(port);
        }
        Integer[] ports = chosen.toArray(Integer[]::new);
        return new LocalPorts(ports[0], ports[1], ports[2], ports[3], ports[4]);
    }

    /** By the names of the settings that choose them. */
    public Map<String, Integer> byName() {
        return byName(broker, controller, flink, metrics, page);
    }

    static LocalPorts of(Properties properties) {
        return new LocalPorts(
                port(properties, "ports.broker"),
                port(properties, "ports.controller"),
                port(properties, "ports.flink"),
                port(properties, "ports.metrics"),
                port(properties, "ports.page"));
    }

    private static Map<String, Integer> byName(int broker, int controller, int flink, int metrics, int page) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        ports.put("ports.broker", broker);
        ports.put("ports.controller", controller);
        ports.put("ports.flink", flink);
        ports.put("ports.metrics", metrics);
        ports.put("ports.page", page);
        return ports;
    }

    private static int port(Properties properties, String name) {
        String value = properties.getProperty(name);
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is '" + value + "'; a port is 1 to 65535", e);
        }
    }
}
