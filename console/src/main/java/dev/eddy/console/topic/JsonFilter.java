// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddy.console.UserError;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A condition on a record's value as JSON: {@code path=text}, {@code path!=text} or {@code path~text} (contains), the path
 * being field names with dots between, such as {@code query.purpose=EVAL}.
 */
public record JsonFilter(String path, String operator, String text) implements Predicate<JsonNode> {
    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_.\\-]+)(!=|=|~)(.*)", Pattern.DOTALL);

    public static JsonFilter parse(String written) {
        Matcher matcher = FORM.matcher(written);
        if (!matcher.matches()) {
            throw new UserError("the filter '" + written + "' must read path=text, path!=text or path~text");
        }
        return new JsonFilter(matcher.group(1), matcher.group(2), matcher.group(3));
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
