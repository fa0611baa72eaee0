// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.ShownPicture;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.VersionRun;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A training group as one line of JSON, as {@code docs/export.md} describes it: prompts expanded to the ids that were shown, so that
 * nobody has to tokenise again. The same group gives the same line. Pure and thread-safe.
 */
final class GroupLine {
    /** Changes where a field changes its meaning or goes. */
    static final String SCHEMA = "eddy.training-group/1";

    private static final JsonFactory JSON = new JsonFactory();

    private GroupLine() {}

    /**
     * Writes a group.
     *
     * @param trajectories of the members, in their order, whole
     * @throws MalformedRecordException if a row shows a segment that its trajectory does not hold, or what stands token by token in
     *     it does not line up
     */
    static String of(TrainingGroup group, List<Trajectory> trajectories) {
        StringWriter line = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(line)) {
            out.writeStartObject();
            out.writeStringField("schema", SCHEMA);
            out.writeStringField("group_id", group.getGroupId());
            out.writeStringField("query_id", group.getQueryId());
            out.writeStringField("agent", group.getAgent());
            out.writeStringField("policy", group.getPolicy());
            out.writeNumberField("group_size", group.getGroupSize());
            out.writeStringField("status", group.getStatus().name());
            out.writeBooleanField("zero_variance", group.getZeroVariance());
            out.writeBooleanField("too_few", group.getTooFew());
            out.writeStringField("estimator", group.getEstimator());
            out.writeNumberField("reward_mean", group.getMean());
            out.writeNumberField("reward_std", group.getStd());
            out.writeNumberField("policy_version_min", group.getPolicyVersionMin());
            out.writeNumberField("policy_version_max", group.getPolicyVersionMax());
            out.writeNumberField("closed_at", group.getClosedAt());
            out.writeArrayFieldStart("members");
            for (int i = 0; i < trajectories.size(); i++) {
                member(out, group.getMembers().get(i), trajectories.get(i));
            }
            out.writeEndArray();
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringWriter throws none
        }
        return line.toString();
    }

    private static void member(JsonGenerator out, GroupMember member, Trajectory run) throws IOException {
        out.writeStartObject();
        out.writeStringField("trajectory_id", run.getTrajectoryId());
        out.writeNumberField("rollout_index", member.getRolloutIndex());
        out.writeStringField("mode", run.getQuery().getMode());
        out.writeBooleanField("trainable", member.getTrainable());
        out.writeNumberField("reward", member.getReward());
        out.writeNumberField("advantage", member.getAdvantage());
        out.writeStringField("termination", run.getTermination().name());
        out.writeBooleanField("truncated", run.getTruncated());
        out.writeStringField("model_name", run.getModelName());
        out.writeStringField("tokenizer_sha256", run.getTokenizerHash());
        out.writeStringField("template_sha256", run.getTemplateHash());
        out.writeStringField("processor_sha256", run.getProcessorHash());
        out.writeNumberField("temperature", run.getTemperature());
        out.writeNumberField("top_p", run.getTopP());
        out.writeNumberField("seed", run.getSeed());
        Map<Integer, Segment> segments = new HashMap<>();
        run.getSegments().forEach(segment -> segments.put(segment.getId(), segment));
        out.writeArrayFieldStart("rows");
        for (Row row : run.getRows()) {
            row(out, row, member, segments);
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void row(JsonGenerator out, Row row, GroupMember member, Map<Integer, Segment> segments)
            throws IOException {
        int[] response = Packed.ints(row.getResponse());
        byte[] masks = Packed.bytes(row.getMask());
        float[] logProbs = Packed.floats(row.getLogProbs());
        int said = row.getVersions().stream().mapToInt(VersionRun::getCount).sum();
        if (masks.length != response.length || logProbs.length != response.length || said != response.length) {
            throw new MalformedRecordException(
                    "row " + row.getIndex() + " has " + response.length + " response tokens, but " + masks.length
                            + " mask entries, " + logProbs.length + " log-probabilities and versions of " + said,
                    null);
        }
        out.writeStartObject();
        out.writeNumberField("row_index", row.getIndex());
        out.writeStringField("kind", row.getKind().name());
        if (row.getAnswerIndex() != null) {
            out.writeNumberField("answer_index", row.getAnswerIndex());
        }
        out.writeNumberField("advantage", advantage(row, member));
        out.writeNumberField("loss_weight", row.getLossWeight());
        out.writeBooleanField("is_last", row.getIsLast());
        out.writeStringField("stop_reason", row.getStopReason());
        int[] shown = Packed.ints(row.getPrompt());
        out.writeArrayFieldStart("prompt_ids");
        for (int id : shown) {
            for (int token : Packed.ints(segment(segments, id, row).getTokens())) {
                out.writeNumber(token);
            }
        }
        out.writeEndArray();
        ints(out, "response_ids", response);
        out.writeArrayFieldStart("response_mask");
        for (byte mask : masks) {
            out.writeNumber(mask);
        }
        out.writeEndArray();
        out.writeArrayFieldStart("logprobs");
        for (float logProb : logProbs) {
            out.writeNumber(logProb);
        }
        out.writeEndArray();
        out.writeArrayFieldStart("policy_versions");
        for (VersionRun run : row.getVersions()) {
            out.writeStartObject();
            out.writeNumberField("version", run.getVersion());
            out.writeNumberField("tokens", run.getCount());
            out.writeStringField("sha256", run.getSha256());
            out.writeEndObject();
        }
        out.writeEndArray();
        images(out, shown, segments);
        out.writeEndObject();
    }

    /** Answers that are trained on their own have advantages of their own; where these are not rewarded they have none. */
    private static double advantage(Row row, GroupMember member) {
        if (row.getKind() != RowKind.ANSWER || row.getAnswerIndex() == null) {
            return member.getAdvantage();
        }
        List<Double> answers = member.getAnswerAdvantages();
        if (answers.isEmpty()) {
            return 0;
        }
        int index = row.getAnswerIndex();
        if (index < 0 || index >= answers.size()) {
            throw new MalformedRecordException(
                    "row " + row.getIndex() + " is answer " + index + " of " + answers.size(), null);
        }
        return answers.get(index);
    }

    /** Offsets count from the beginning of the prompt. */
    private static void images(JsonGenerator out, int[] shown, Map<Integer, Segment> segments) throws IOException {
        out.writeArrayFieldStart("images");
        int begin = 0;
        for (int id : shown) {
            Segment segment = segments.get(id);
            for (ShownPicture picture : segment.getPictures()) {
                out.writeStartObject();
                out.writeStringField("sha256", picture.getSha256());
                out.writeNumberField("width", picture.getWidth());
                out.writeNumberField("height", picture.getHeight());
                ints(out, "grid_thw", picture.getGridT(), picture.getGridH(), picture.getGridW());
                out.writeNumberField("token_offset", begin + picture.getTokenOffset());
                out.writeNumberField("token_count", picture.getTokenCount());
                Region region = picture.getRegion();
                if (region != null) {
                    ints(out, "region", region.getLeft(), region.getTop(), region.getRight(), region.getBottom());
                }
                if (picture.getRendered() != null) {
                    out.writeStringField("rendered_sha256", picture.getRendered());
                }
                out.writeEndObject();
            }
            begin += segment.getTokenCount();
        }
        out.writeEndArray();
    }

    private static Segment segment(Map<Integer, Segment> segments, int id, Row row) {
        Segment segment = segments.get(id);
        if (segment == null) {
            throw new MalformedRecordException(
                    "row " + row.getIndex() + " shows segment " + id + ", which its trajectory does not hold", null);
        }
        return segment;
    }

    private static void ints(JsonGenerator out, String name, int... values) throws IOException {
        out.writeFieldName(name);
        out.writeArray(values, 0, values.length);
    }
}
