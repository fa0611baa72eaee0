// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** The page's own files and the chart library, read once from the class path. Nothing else is ever served. Immutable. */
final class Assets {
    private static final List<String> OWN = List.of(
            "index.html",
            "style.css",
            "app.js",
            "charts.js",
            "dom.js",
            "format.js",
            "overview.js",
            "topics.js",
            "trajectories.js",
            "trajectory.js",
            "icon.svg");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    private final Map<String, Reply> replies = new HashMap<>();

    Assets() {
        OWN.forEach(name -> put(name, "/dev/eddy/console/page/" + name));
        String charts = "/META-INF/resources/webjars/uplot/" + chartVersion() + "/dist/";
        put("uplot.js", charts + "uPlot.esm.js");
        put("uplot.css", charts + "uPlot.min.css");
        replies.put("/", replies.get("/index.html"));
    }

    Optional<Reply> find(String path) {
        return Optional.ofNullable(replies.get(path));
    }

    private void put(String name, String resource) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        replies.put("/" + name, new Reply(200, type, read(resource), Map.of("Cache-Control", "no-cache")));
    }

    private static String chartVersion() {
        Properties library = new Properties();
        String where = "/META-INF/maven/org.webjars.npm/uplot/pom.properties";
        try (InputStream in = Assets.class.getResourceAsStream(where)) {
            if (in == null) {
                throw new IllegalStateException("the chart library org.webjars.npm:uplot is not on the class path");
            }
            library.load(in);
            return library.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(String resource) {
        try (InputStream in = Assets.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the page's file " + resource + " is not on the class path");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
