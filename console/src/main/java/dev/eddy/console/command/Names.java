// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.settings.NearestName;
import dev.eddy.schemas.Topic;
import java.util.Arrays;
import java.util.List;

/** Turns names that people typed into what they mean. */
final class Names {
    private Names() {}

    static Topic topic(String name) {
        List<String> names = Arrays.stream(Topic.values()).map(Topic::topicName).toList();
        if (!names.contains(name)) {
            throw new UserError("there is no topic '" + name + "'; "
                    + NearestName.to(name, names)
                            .map(nearest -> "did you mean '" + nearest + "'?")
                            .orElse("there are " + String.join(", ", names)));
        }
        return Topic.named(name);
    }
}
