// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddy.console.UserError;
import dev.eddy.job.NearestName;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;

/**
 * A condition on a record's value as JSON: {@code path=text}, {@code path!=text} or {@code path~text} (contains), the path
 * being field names with dots between, such as {@code query.purpose=EVAL}.
 */
public record JsonFilter(String path, String operator, String text) implements Predicate<JsonNode> {
    private static final Pattern INDEX = Pattern.compile("[0-9]+");
    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_.\\-]+)(!=|=|~)(.*)", Pattern.DOTALL);

    public static JsonFilter parse(String written) {
        Matcher matcher = FORM.matcher(written);
        if (!matcher.matches()) {
            throw new UserError("the filter '" + written + "' must read path=text, path!=text or path~text");
        }
        return new JsonFilter(matcher.group(1), matcher.group(2), matcher.group(3));
    }

    /** This filter; throws where no record of a schema has such a path, since none would ever meet it. */
    public JsonFilter on(Schema record) {
        Schema at = record;
        for (String step : path.split("\\.")) {
            at = step(at, step);
        }
        return this;
    }

    /** What stands a step further down; null where anything may. */
    private Schema step(Schema at, String step) {
        if (at.isUnion()) {
            return step(at.getTypes().get(at.getTypes().size() - 1), step);
        }
        return switch (at.getType()) {
            case RECORD -> {
                Schema.Field field = at.getField(step);
                if (field == null) {
                    List<String> names =
                            at.getFields().stream().map(Schema.Field::name).toList();
                    throw new UserError("the filter's path '" + path + "' leads nowhere: " + at.getName() + " has no '"
                            + step + "'; " + NearestName.advice(step, names));
                }
                yield field.schema();
            }
            case MAP -> at.getValueType();
            case ARRAY -> {
                if (!INDEX.matcher(step).matches()) {
                    throw new UserError("the filter's path '" + path + "' leads nowhere: '" + step
                            + "' stands where a list has the number of an entry, from 0");
                }
                yield at.getElementType();
            }
            default ->
                throw new UserError("the filter's path '" + path + "' leads nowhere: nothing stands below a "
                        + at.getType().getName() + ", so leave out '" + step + "'");
        };
    }

    @Override
    public boolean test(JsonNode value) {
        JsonNode found = value.at("/" + path.replace('.', '/'));
        String shown = found.isContainerNode() ? found.toString() : found.asText("");
        return switch (operator) {
            case "=" -> !found.isMissingNode() && shown.equals(text);
            case "!=" -> !shown.equals(text);
            default -> shown.contains(text);
        };
    }
}
