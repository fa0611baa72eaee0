// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.local.policy.TrajectoryWriter;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.ShownPicture;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.VersionRun;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupLineTest {
    private static final float LOG_PROB = -0.123456789f;

    @Test
    void promptsExpandToTheIdsThatWereShownAndPicturesLieOnThem() throws Exception {
        JsonNode row = line(row(RowKind.ACT, null, 0, 1)).at("/members/0/rows/0");

        assertThat(row.path("prompt_ids").toString()).isEqualTo("[5,300,70000,256,257,257,258]");
        JsonNode image = row.at("/images/0");
        assertThat(image.path("token_offset").asInt()).isEqualTo(4);
        assertThat(image.path("token_count").asInt()).isEqualTo(2);
        assertThat(image.path("grid_thw").toString()).isEqualTo("[1,2,4]");
        assertThat(image.path("region").toString()).isEqualTo("[1,2,3,4]");
    }

    @Test
    void whatWasSampledIsThereBitForBit() throws Exception {
        JsonNode row = line(row(RowKind.ACT, null, 0)).at("/members/0/rows/0");

        assertThat(row.path("response_ids").toString()).isEqualTo("[9,10]");
        assertThat(row.path("response_mask").toString()).isEqualTo("[0,1]");
        assertThat(row.at("/logprobs/0").floatValue()).isZero();
        assertThat(Float.parseFloat(row.at("/logprobs/1").asText())).isEqualTo(LOG_PROB);
        assertThat(row.at("/policy_versions/0/version").asInt()).isEqualTo(3);
        assertThat(row.at("/policy_versions/0/tokens").asInt()).isEqualTo(2);
    }

    @Test
    void anAnswerHasItsOwnAdvantageAndAnActThatOfTheRun() throws Exception {
        JsonNode rows =
                line(row(RowKind.ACT, null, 0), row(RowKind.ANSWER, 1, 0)).at("/members/0/rows");

        assertThat(rows.at("/0/advantage").asDouble()).isEqualTo(0.5);
        assertThat(rows.at("/1/advantage").asDouble()).isEqualTo(0.25);
        assertThat(rows.at("/1/answer_index").asInt()).isEqualTo(1);
    }

    @Test
    void aRowThatShowsWhatIsNotThereIsNoRow() {
        assertThatThrownBy(() -> line(row(RowKind.ACT, null, 7)))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessageContaining("segment 7");
    }

    @Test
    void whatDoesNotLineUpTokenByTokenIsNoRow() {
        Row whole = row(RowKind.ACT, null, 0);
        assertThatThrownBy(() -> line(Row.newBuilder(whole)
                        .setMask(ByteBuffer.wrap(new byte[] {1}))
                        .build()))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessageContaining("2 response tokens, but 1 mask entries");
        assertThatThrownBy(() ->
                        line(Row.newBuilder(whole).setLogProbs(Packed.floats(0)).build()))
                .isInstanceOf(MalformedRecordException.class);
        assertThatThrownBy(() -> line(Row.newBuilder(whole)
                        .setVersions(List.of(new VersionRun(3L, 1, "ab")))
                        .build()))
                .isInstanceOf(MalformedRecordException.class);
        assertThatThrownBy(() -> line(row(RowKind.ANSWER, 2, 0)))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessageContaining("answer 2 of 2");
    }

    private static JsonNode line(Row... rows) throws Exception {
        String line = GroupLine.of(group(), List.of(run(rows)));
        assertThat(line).doesNotContain("\n");
        JsonNode read = new ObjectMapper().readTree(line);
        assertThat(read.path("schema").asText()).isEqualTo(GroupLine.SCHEMA);
        assertThat(read.path("group_id").asText()).isEqualTo("q");
        return read;
    }

    private static Row row(RowKind kind, Integer answer, int... segments) {
        return Row.newBuilder()
                .setIndex(0)
                .setEffect(0)
                .setKind(kind)
                .setAnswerIndex(answer)
                .setPrompt(Packed.ints(segments))
                .setPromptTokens(0)
                .setResponse(Packed.ints(9, 10))
                .setMask(ByteBuffer.wrap(new byte[] {0, 1}))
                .setLogProbs(Packed.floats(0, LOG_PROB))
                .setVersions(List.of(new VersionRun(3L, 2, "ab")))
                .setStopReason("stop")
                .build();
    }

    private static Trajectory run(Row... rows) {
        ShownPicture picture = ShownPicture.newBuilder()
                .setSha256("c".repeat(64))
                .setWidth(8)
                .setHeight(8)
                .setGridH(2)
                .setGridW(4)
                .setTokenOffset(1)
                .setTokenCount(2)
                .setRegion(new Region(1, 2, 3, 4))
                .build();
        return TrajectoryWriter.answered("a", 0)
                .setSegments(List.of(
                        new Segment(0, "instructions", Packed.ints(5, 300, 70_000), 3, List.of(), null),
                        new Segment(1, "query", Packed.ints(256, 257, 257, 258), 4, List.of(picture), null)))
                .setRows(List.of(rows))
                .build();
    }

    private static TrainingGroup group() {
        return TrainingGroup.newBuilder()
                .setGroupId("q")
                .setAgent("a")
                .setPolicy("a")
                .setQueryId("q")
                .setGroupSize(1)
                .setMembers(List.of(GroupMember.newBuilder()
                        .setRef(new TrajectoryRef("q/0", "trajectories", 0, 0L))
                        .setRolloutIndex(0)
                        .setTrainable(true)
                        .setReward(1)
                        .setAdvantage(0.5)
                        .setAnswerAdvantages(List.of(-0.25, 0.25))
                        .build()))
                .setEstimator("grpo")
                .setStatus(GroupStatus.COMPLETE)
                .build();
    }
}
