// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.job.NearestName;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.schemas.Topic;
import java.util.Arrays;
import java.util.Collection;

/** Turns names that people typed into what they mean. */
final class Names {
    private Names() {}

    static Topic topic(String name) {
        refuseUnlessOneOf(Arrays.stream(Topic.values()).map(Topic::topicName).toList(), "topic", name);
        return Topic.named(name);
    }

    /** An agent that has a small policy and a world to learn in. */
    static void refuseUnlessSmall(String agent) {
        refuseUnlessOneOf(Subjects.names(), "small policy of agent", agent);
    }

    private static void refuseUnlessOneOf(Collection<String> names, String what, String name) {
        if (!names.contains(name)) {
            throw new UserError("there is no " + what + " '" + name + "'; " + NearestName.advice(name, names));
        }
    }
}
