// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Agent;
import dev.eddy.agent.Agents;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectValue;
import dev.eddy.connector.qwen.LargeQwen;
import dev.eddy.connector.qwen.QwenFamily;
import dev.eddy.connector.qwen.QwenTokenizer;
import dev.eddy.connector.qwen.QwenVision;
import dev.eddy.connector.qwen.TestPictures;
import dev.eddy.effect.EffectLimits;
import dev.eddy.operator.serve.LoopEnvironment;
import dev.eddy.operator.serve.PortEnvironment;
import dev.eddy.port.BlobStore;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Snippets;
import dev.eddy.rollout.InMemoryDriver;
import dev.eddy.rollout.Replay;
import dev.eddy.rollout.Replayer;
import dev.eddy.rollout.Rollouts;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.PageHit;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Snippet;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Trajectory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole runs of each agent on models of both families, by a vocabulary of full size: the adapter sends no prompt that the server would
 * read otherwise than the agent has counted and recorded it.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class QwenAgentsITCase {
    @TempDir
    private static Path folder;

    private static Path vocabulary;

    /** What is not a model: whatever is asked for is there, twice. */
    private record Outside(EffectRunner models, Picture picture) implements EffectRunner {
        @Override
        public CompletableFuture<EffectResult> run(Call call) {
            EffectValue value = value(call.effect());
            return value == null
                    ? models.run(call)
                    : CompletableFuture.completedFuture(
                            new EffectResult.Completed(call.effect().seq(), value));
        }

        private EffectValue value(Effect effect) {
            if (effect instanceof Effect.SearchText) {
                return new EffectValue.Snippets(
                        List.of(Snippets.page("The tower was built in 1897."), Snippets.page("\nA tower, 12 m.\n")),
                        false);
            } else if (effect instanceof Effect.SearchImages) {
                return new EffectValue.Snippets(
                        List.of(Snippet.newBuilder(Snippets.picture("A tower"))
                                .setPicture(picture)
                                .build()),
                        false);
            } else if (effect instanceof Effect.SearchPages) {
                return new EffectValue.Pages(List.of(new PageHit("p1", picture, 9.0), new PageHit("p2", picture, 8.0)));
            } else if (effect instanceof Effect.OpenBank) {
                return new EffectValue.Bank(2, 40);
            } else if (effect instanceof Effect.Retrieve retrieve) {
                return new EffectValue.Hits(retrieve.channels().keySet().stream()
                        .sorted()
                        .map(Outside::hits)
                        .toList());
            } else if (effect instanceof Effect.FetchRecords fetch) {
                return new EffectValue.Records(
                        fetch.records().stream().map(this::record).toList());
            }
            return null;
        }

        private static ChannelHits hits(Channel channel) {
            return new ChannelHits(channel, List.of("r1", "r2"), Packed.floats(new float[] {1, 0.5f}));
        }

        private BankRecord record(String id) {
            return BankRecord.newBuilder()
                    .setRecordId(id)
                    .setPictures(List.of(picture))
                    .setText("Name this symbol.\n")
                    .setTarget("dax")
                    .build();
        }

        @Override
        public void close() {
            models.close();
        }
    }

    @BeforeAll
    static void write() throws Exception {
        vocabulary = LargeQwen.write(folder);
    }

    static Stream<Arguments> runs() {
        Map<String, List<String>> said = Map.of(
                "acticl",
                List.of(
                        call("search", "{\"mode\":\"visual\",\"ref_images\":[\"q:1\"]}"),
                        call("read", "{\"index\":1}"),
                        call("curate", "{\"add\":[1],\"delete\":[]}"),
                        call("solve", "{}"),
                        "It is like the first.\n\n<answer>dax</answer>"),
                "svrl",
                List.of(
                        "<reason>what is it</reason>\n\n<search><img></search>",
                        "<reason>when was it</reason> <verify>1</verify> <text_search>tower built</text_search>",
                        "<reason>so it is</reason>\n<verify>1,0</verify>\n<answer>dax</answer>"),
                "mcite",
                List.of(
                        "<think>where</think>\n<search>revenue</search>",
                        "<think>there</think>\n<bbox>[10, 20, 200, 180]</bbox>",
                        "<think>so</think>\n\n<answer>dax</answer><cite>[10, 20, 200, 180]</cite>"));
        return Stream.of(QwenFamily.values())
                .flatMap(family ->
                        said.entrySet().stream().map(agent -> Arguments.of(family, agent.getKey(), agent.getValue())));
    }

    private static String call(String name, String arguments) {
        return "<think>\nSo.\n</think>\n\n<tool_call>\n{\"name\":\"" + name + "\",\"arguments\":" + arguments
                + "}\n</tool_call>";
    }

    @ParameterizedTest
    @MethodSource("runs")
    void aWholeRunIsReadByTheServerAsItIsRecorded(QwenFamily family, String name, List<String> said) throws Exception {
        QwenVision vision = QwenVision.of(family);
        QwenTokenizer tokenizer = QwenTokenizer.read(vocabulary, vision);
        try (FakeChatServer server = new FakeChatServer(tokenizer, vision);
                LoopEnvironment.Opened opened =
                        environment(server, family, name).open()) {
            server.script.addAll(said);
            Rollouts<?> rollouts = opened.rollouts().get(name);

            Trajectory trajectory = run(rollouts, new Outside(opened.effects(), TestPictures.picture()), name);

            assertThat(trajectory.getEffects())
                    .allSatisfy(effect -> assertThat(effect.getStatus())
                            .as("%s: %s", effect.getKind(), effect.getError())
                            .isEqualTo(EffectStatus.OK));
            assertThat(trajectory.getError()).isNull();
            assertThat(trajectory.getAnswers()).containsExactly("dax");
            assertThat(trajectory.getTrainable()).isTrue();
            assertThat(server.script).isEmpty();
            assertThat(trajectory.getTokenizerHash()).isEqualTo(tokenizer.hash());
            assertThat(trajectory.getRows())
                    .extracting(row -> said(row, tokenizer))
                    .containsExactlyElementsOf(said);
            assertThat(replay(rollouts.agent(), trajectory).difference()).isEmpty();
        }
    }

    private static PortEnvironment environment(FakeChatServer server, QwenFamily family, String agent) {
        Map<String, String> model = Map.of(
                "url",
                server.url(),
                "tokenizer",
                vocabulary.toString(),
                "family",
                family.label(),
                "blobs",
                TestPictures.NAME);
        return new PortEnvironment(
                tokenizer -> Map.of(agent, Agents.create(agent, tokenizer, Map.of())),
                new HashMap<>(Map.of(
                        PolicyModel.class, PortChoice.of("openai", model),
                        BlobStore.class, PortChoice.of(TestPictures.NAME, Map.of()))),
                EffectLimits.DEFAULT,
                Duration.ofHours(1));
    }

    private static <S> Trajectory run(Rollouts<S> rollouts, EffectRunner runner, String agent) throws Exception {
        Query query = Query.newBuilder()
                .setQueryId("query-7")
                .setAgent(agent)
                .setPolicy(FakeChatServer.VERSION.policy())
                .setMode("trained")
                .setPurpose(Purpose.TRAIN)
                .setPictures(agent.equals("mcite") ? List.of() : List.of(TestPictures.picture()))
                .setText("When was this tower built?")
                .setBankId("bank")
                .build();
        return new InMemoryDriver(runner, InstantSource.system())
                .run(
                        rollouts,
                        new RolloutRequest(query, 0, new SourcePosition("queries", 0, 0L)),
                        policy -> FakeChatServer.VERSION);
    }

    private static <S> Replay replay(Agent<S> agent, Trajectory trajectory) {
        return new Replayer<>(agent).replay(trajectory);
    }

    /** What the model said, without the token that ends its turn. */
    private static String said(Row row, QwenTokenizer tokenizer) {
        return tokenizer.decode(Packed.ints(row.getResponse()));
    }
}
