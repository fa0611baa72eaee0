// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.openai;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.connector.qwen.QwenTokenizer;
import dev.eddy.connector.qwen.QwenVision;
import dev.eddy.connector.qwen.SmallQwen;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/**
 * Chat completions of a model that says what it is told to, or some words by chance; it reads its prompt as vLLM does, template, pads and all. What it
 * answers can be spoilt.
 */
final class FakeChatServer implements AutoCloseable {
    static final PolicyVersion VERSION = new PolicyVersion("acticl", 3, "ab".repeat(32));
    static final String MODEL = "acticl-3-abababababab";
    static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> WORDS = List.of(" yes", " no", " Grüße", " the", " stream");
    private static final String PICTURE = "<|vision_start|><|image_pad|><|vision_end|>";

    /** What it says next, one after the other. */
    final Queue<String> script = new ConcurrentLinkedQueue<>();

    final Queue<JsonNode> asked = new ConcurrentLinkedQueue<>();
    final Queue<String> tokens = new ConcurrentLinkedQueue<>();
    private final HttpServer server;
    private final QwenTokenizer tokenizer;
    private final QwenVision vision;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile HttpHandler handler = this::answer;

    FakeChatServer() throws IOException {
        this(SmallQwen.tokenizer(), SmallQwen.VISION);
    }

    FakeChatServer(QwenTokenizer tokenizer, QwenVision vision) throws IOException {
        this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0), tokenizer, vision);
    }

    /** @param server that is bound and not started */
    FakeChatServer(HttpServer server) {
        this(server, SmallQwen.tokenizer(), SmallQwen.VISION);
    }

    private FakeChatServer(HttpServer server, QwenTokenizer tokenizer, QwenVision vision) {
        this.server = server;
        this.tokenizer = tokenizer;
        this.vision = vision;
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", exchange -> handler.handle(exchange));
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/v1";
    }

    /** Does this from now on. */
    void handle(HttpHandler other) {
        handler = other;
    }

    /** Answers as it should. */
    void answer(HttpExchange exchange) throws IOException {
        JsonNode request = read(exchange);
        if (!request.path("model").asText().equals(MODEL)) {
            send(exchange, 404, "{\"error\": {\"message\": \"The model does not exist.\", \"code\": 404}}");
            return;
        }
        send(exchange, 200, completion(request).toString());
    }

    JsonNode read(HttpExchange exchange) throws IOException {
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        tokens.add(authorization == null ? "" : authorization);
        JsonNode request = JSON.readTree(exchange.getRequestBody());
        asked.add(request);
        return request;
    }

    static void send(HttpExchange exchange, int code, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    ObjectNode completion(JsonNode request) throws IOException {
        String told = script.poll();
        String text = told == null ? words(request) : told;
        int[] ids = IntStream.concat(
                        IntStream.of(tokenizer.encode(text)), IntStream.of(tokenizer.encodeTemplate("<|im_end|>")))
                .toArray();
        int[] prompt = prompt(request.path("messages"));
        ObjectNode answer =
                JSON.createObjectNode().put("model", request.path("model").asText());
        answer.set("prompt_token_ids", JSON.valueToTree(prompt));
        answer.putObject("usage").put("prompt_tokens", prompt.length).put("completion_tokens", ids.length);
        ObjectNode choice = answer.putArray("choices").addObject().put("finish_reason", "stop");
        choice.putObject("message").put("role", "assistant").put("content", text);
        choice.set("token_ids", JSON.valueToTree(ids));
        for (int id : ids) {
            choice.withObjectProperty("logprobs")
                    .withArrayProperty("content")
                    .addObject()
                    .put("token", tokenizer.decodeTemplate(new int[] {id}))
                    .put("logprob", -0.25);
        }
        return answer;
    }

    private static String words(JsonNode request) {
        Random random = new Random(request.path("seed").longValue());
        boolean greedy = request.path("temperature").doubleValue() == 0;
        return IntStream.range(0, 4)
                .mapToObj(word -> WORDS.get(greedy ? 0 : random.nextInt(WORDS.size())))
                .collect(Collectors.joining());
    }

    private int[] prompt(JsonNode messages) throws IOException {
        StringBuilder text = new StringBuilder(vision.family().before());
        IntStream.Builder pads = IntStream.builder();
        for (JsonNode part : messages.path(0).path("content")) {
            if (part.path("type").asText().equals("text")) {
                text.append(part.path("text").asText());
            } else {
                String url = part.path("image_url").path("url").asText();
                BufferedImage image = ImageIO.read(
                        new ByteArrayInputStream(Base64.getDecoder().decode(url.substring(url.indexOf(',') + 1))));
                pads.add(vision.tokens(image.getWidth(), image.getHeight()));
                text.append(PICTURE);
            }
        }
        int[] ids =
                tokenizer.encodeTemplate(text.append(vision.family().after()).toString());
        int[] counts = pads.build().toArray();
        int[] next = new int[1];
        return Arrays.stream(ids)
                .flatMap(id -> id == tokenizer.imagePad()
                        ? IntStream.range(0, counts[next[0]++]).map(pad -> id)
                        : IntStream.of(id))
                .toArray();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
