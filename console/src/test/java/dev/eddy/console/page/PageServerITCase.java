// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.console.topic.Tokenizers;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.local.run.KafkaExtension;
import dev.eddy.port.BlobStore;
import dev.eddy.port.Ports;
import dev.eddy.schemas.Topic;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class PageServerITCase {
    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>\u001b[31m";
    /** Between two questions: the feed needs the core. */
    private static final long POLL_NANOS = 20_000_000;

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path folder;

    private static Ports.Lease<BlobStore> blobs;
    private static PageServer page;
    private static String hostileId;

    @BeforeAll
    static void fillTopics() throws Exception {
        blobs = Ports.lease(
                BlobStore.class, "file", Map.of("path", folder.toUri().toString()));
        try (TopicWriter topics = new TopicWriter(KAFKA.client())) {
            SyntheticRun run = new SyntheticRun(topics, blobs.get());
            run.write(8);
            hostileId = run.hostile(HOSTILE);
        }
        page = PageServer.start(options("127.0.0.1", null), KAFKA.client(), blobs.get());
    }

    @AfterAll
    static void stop() throws Exception {
        page.close();
        blobs.close();
    }

    @Test
    void theOverviewTellsTheCurveTheFlowAndTheFates() throws Exception {
        JsonNode overview = await(
                "api/overview",
                data -> data.at("/policies/acticl/fates/TRAINED").asInt() > 0
                        && data.at("/deadLetters/reasons/MALFORMED").asInt() == 1);

        JsonNode columns = overview.at("/policies/acticl/columns");
        assertThat(columns.path("version")).hasSize(9);
        assertThat(columns.at("/seconds/8").asDouble()).isEqualTo(4.8);
        assertThat(columns.at("/heldOutAccuracy/8").asDouble())
                .isGreaterThan(columns.at("/heldOutAccuracy/0").asDouble());
        assertThat(columns.at("/heldOutAccuracy/1").isNull()).isTrue();
        assertThat(overview.at("/stations/0/total").asInt()).isEqualTo(9 * 3 * 4 + 3 * 24 + 120 + 1);
        assertThat(overview.at("/stations/1/waiting").asInt())
                .as("the hostile question has no answer")
                .isEqualTo(1);
        assertThat(overview.path("modes").findValuesAsText("mode"))
                .contains("mmices", "zero_shot", "random", "trained");
        assertThat(overview.path("modes").findValuesAsText("questions")).containsOnly("glyphs/7/strict");
    }

    @Test
    void aTrajectoryIsShownCallByCallWithPicturesAndLogProbabilities() throws Exception {
        await("api/trajectories?purpose=EVAL&limit=1000", lines -> lines.size() >= 192);

        JsonNode view = json("api/trajectory?id=" + encoded("eval-0-0/0"));

        assertThat(view.at("/trajectory/query/bankId").asText()).isEqualTo("glyphs/7/strict/eval-0-0");
        assertThat(view.at("/calls/0/steps/0/action").asText()).isEqualTo("search");
        assertThat(view.at("/calls/4/kind").asText()).isEqualTo("ANSWER");
        assertThat(view.at("/calls/0/said").findValuesAsText("logProb")).contains("-0.31");
        JsonNode preview = view.at("/segments/3/parts");
        assertThat(preview.at("/0/text").asText()).startsWith("preview 1");
        HttpResponse<byte[]> picture =
                get("pictures/" + preview.at("/1/picture/sha256").asText());
        assertThat(picture.statusCode()).isEqualTo(200);
        assertThat(picture.headers().firstValue("Content-Type")).hasValue("image/png");
        assertThat(picture.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(view.at("/reward/components/contextCost").asDouble()).isNegative();
        JsonNode search = view.at("/trajectory/searches/0");
        assertThat(search.at("/executed").asText()).isEqualTo("wug");
        assertThat(search.at("/snippets")).hasSize(2);
        assertThat(search.at("/mask/0").isBoolean()).isTrue();
        assertThat(search.at("/mask/1").isNull()).as("no verdict").isTrue();
        JsonNode labels = view.at("/reward/searchLabels/0");
        assertThat(labels.path("queries")).extracting(JsonNode::asBoolean).containsExactly(false, true);
        assertThat(labels.path("snippets")).extracting(JsonNode::asBoolean).containsExactly(true, false);
    }

    @Test
    void whatARunLookedAtAndCitedIsToldBesideTheTrueBoxAndItsPageIsServed() throws Exception {
        await("api/trajectories?purpose=EVAL&limit=1000", lines -> lines.size() >= 192);

        JsonNode view = json("api/trajectory?id=" + encoded("eval-0-0/0"));

        JsonNode cited = view.at("/trajectory/citation");
        JsonNode looked = view.at("/trajectory/crops/0");
        JsonNode truth = view.at("/reward/goldBoxes/0");
        assertThat(truth.path("pageId")).isEqualTo(cited.path("pageId")).isEqualTo(looked.path("pageId"));
        assertThat(truth.at("/region/bottom").asInt()).isEqualTo(60);
        assertThat(cited.at("/region/bottom").asInt()).isEqualTo(52);
        assertThat(looked.at("/region/bottom").asInt()).isEqualTo(105);
        HttpResponse<byte[]> drawn = get("pictures/" + cited.path("sha256").asText());
        BufferedImage whole = ImageIO.read(new ByteArrayInputStream(drawn.body()));
        assertThat(whole.getWidth()).isEqualTo(cited.path("pageWidth").asInt());
        assertThat(whole.getHeight()).isEqualTo(cited.path("pageHeight").asInt());
    }

    @Test
    void aTrajectoryWithoutARewardIsFoundOnItsTopicAndItsTextStaysData() throws Exception {
        HttpResponse<byte[]> reply = get("api/trajectory?id=" + encoded(hostileId));
        JsonNode view = JSON.readTree(reply.body());

        assertThat(reply.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(view.at("/trajectory/query/text").asText()).isEqualTo(HOSTILE);
        assertThat(view.path("reward").isNull()).isTrue();
    }

    @Test
    void theListIsFilteredByPurposeModeAndOutcome() throws Exception {
        await("api/trajectories?purpose=EVAL&limit=1000", lines -> lines.size() >= 192);

        JsonNode wrong = json("api/trajectories?purpose=EVAL&mode=zero_shot&outcome=wrong&limit=5");

        assertThat(wrong).hasSize(5).allSatisfy(line -> {
            assertThat(line.path("mode").asText()).isEqualTo("zero_shot");
            assertThat(line.path("accuracy").asDouble()).isZero();
        });
        assertThat(get("api/trajectories?limit=0").statusCode()).isEqualTo(400);
        assertThat(get("api/trajectories?limit=many").statusCode()).isEqualTo(400);
    }

    @Test
    void metricsAndTopicsAreListed() throws Exception {
        JsonNode metrics = await("api/metrics", lines -> lines.size() >= 10);
        assertThat(metrics.findValuesAsText("name")).contains("effectLatencyP99Ms", "meanReward");

        JsonNode topics = json("api/topics");
        assertThat(topics).hasSize(Topic.values().length);
        assertThat(topics.at("/0/offsets").asLong()).isPositive();
        assertThat(topics.at("/0/tail").asText()).isEqualTo("./eddy topics tail queries --follow");
    }

    @Test
    void everyReplyForbidsForeignScriptsAndFrames() throws Exception {
        for (String path : new String[] {"", "app.js", "uplot.js", "api/status", "api/nothing", "pictures/x"}) {
            HttpResponse<byte[]> reply = get(path);
            assertThat(reply.headers().firstValue("Content-Security-Policy"))
                    .hasValueSatisfying(policy -> assertThat(policy)
                            .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                            .doesNotContain("unsafe"));
            assertThat(reply.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        }
    }

    @Test
    void onlyPicturesLeaveTheBlobStore() throws Exception {
        String text = blobs.get()
                .put("<script>alert(1)</script>".getBytes(StandardCharsets.UTF_8))
                .join();

        assertThat(get("pictures/" + text).statusCode()).isEqualTo(415);
        assertThat(get("pictures/" + "0".repeat(64)).statusCode()).isEqualTo(404);
        assertThat(get("pictures/..%2F..%2Fetc%2Fpasswd").statusCode()).isEqualTo(400);
        assertThat(get("pictures/" + "A".repeat(64)).statusCode()).isEqualTo(400);
    }

    @Test
    void itOnlyReads() throws Exception {
        HttpRequest post = HttpRequest.newBuilder(page.address().resolve("api/overview"))
                .POST(HttpRequest.BodyPublishers.ofString("x"))
                .build();
        assertThat(HTTP.send(post, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(405);
        assertThat(get("style.css/../../secret").statusCode()).isEqualTo(404);
    }

    @Test
    void aForeignHostNameIsRefusedOnLoopback() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), page.address().getPort())) {
            socket.getOutputStream()
                    .write("GET /api/overview HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void clientsThatStallKeepNobodyElseOut() throws Exception {
        List<Socket> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                Socket socket =
                        new Socket(page.address().getHost(), page.address().getPort());
                stalled.add(socket);
                socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: 127".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(get("api/status").statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    @Test
    void elsewhereThanOnLoopbackATokenIsAsked() throws Exception {
        assertThatThrownBy(() -> PageServer.start(options("0.0.0.0", null), KAFKA.client(), blobs.get()))
                .hasMessageContaining("page.token");
        try (PageServer open = PageServer.start(options("0.0.0.0", "s3cret"), KAFKA.client(), blobs.get())) {
            URI address = URI.create("http://127.0.0.1:" + open.address().getPort() + "/");
            assertThat(status(address, null)).isEqualTo(401);
            assertThat(status(address, "Bearer wrong")).isEqualTo(401);
            assertThat(status(address, "Bearer s3cret")).isEqualTo(200);
            awaitLive(address.resolve("healthz"));
            HttpResponse<String> login = HTTP.send(
                    HttpRequest.newBuilder(address.resolve("?token=s3cret")).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(login.statusCode()).isEqualTo(303);
            assertThat(login.headers().firstValue("Set-Cookie"))
                    .hasValueSatisfying(cookie -> assertThat(cookie).contains("HttpOnly", "SameSite=Strict"));
        }
    }

    @Test
    void whoProbesIsToldThatTheTopicsCannotBeRead() throws Exception {
        Properties nowhere = new Properties();
        nowhere.putAll(KAFKA.client());
        nowhere.setProperty("fetch.min.bytes", "none");
        try (PageServer blind = PageServer.start(options("127.0.0.1", null), nowhere, blobs.get())) {
            assertThat(status(blind.address().resolve("healthz"), null)).isEqualTo(503);
        }
    }

    @Test
    void aTakenPortIsNamedWithTheSettingToChange() {
        PageServer.Options same = new PageServer.Options(
                InetAddress.getLoopbackAddress(), page.address().getPort(), null, 10, null, Tokenizers.words());
        assertThatThrownBy(() -> PageServer.start(same, KAFKA.client(), blobs.get()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("page.port");
    }

    private static PageServer.Options options(String bind, String token) throws IOException {
        return new PageServer.Options(InetAddress.getByName(bind), 0, token, 500, null, Tokenizers.words());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static int status(URI address, String authorization) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** Probes have no token. */
    private static void awaitLive(URI health) throws Exception {
        long until = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (status(health, null) != 200) {
            assertThat(System.nanoTime()).as("not live yet").isLessThan(until);
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static HttpResponse<byte[]> get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(page.address() + path))
                .timeout(Duration.ofMinutes(2))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private static JsonNode json(String path) throws Exception {
        HttpResponse<byte[]> reply = get(path);
        assertThat(reply.statusCode())
                .as(new String(reply.body(), StandardCharsets.UTF_8))
                .isEqualTo(200);
        return JSON.readTree(reply.body());
    }

    /** Asks again until the feed has come so far. */
    private static JsonNode await(String path, Predicate<JsonNode> wanted) throws Exception {
        long until = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        JsonNode last = json(path);
        while (!wanted.test(last) && System.nanoTime() < until) {
            LockSupport.parkNanos(POLL_NANOS);
            last = json(path);
        }
        assertThat(wanted.test(last)).as("came to %s", last).isTrue();
        return last;
    }
}
