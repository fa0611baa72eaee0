// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.topic.TopicTail;
import dev.eddy.schemas.Topic;
import java.util.Properties;
import java.util.TreeSet;

/** The versions that stand on {@code policy-updates}, of one policy. */
record Announced(String policy, TreeSet<Long> versions) {
    /** Reads the topic; throws with the policies that there are if this is none of them. */
    static Announced of(Properties client, String policy) {
        TreeSet<Long> versions = new TreeSet<>();
        TreeSet<String> policies = new TreeSet<>();
        new TopicTail(client, Topic.POLICY_UPDATES).read(-1, false, () -> true, json -> {
            String name = json.at("/value/policy").asText();
            policies.add(name);
            if (name.equals(policy)) {
                versions.add(json.at("/value/version").asLong());
            }
        });
        if (versions.isEmpty()) {
            throw new UserError("no version of a policy '" + policy + "' is announced; "
                    + (policies.isEmpty() ? "policy-updates is empty" : "there are " + String.join(", ", policies)));
        }
        return new Announced(policy, versions);
    }

    boolean has(long version) {
        return versions.contains(version);
    }

    long newest() {
        return versions.last();
    }

    String range() {
        return "announced are " + versions.first() + " to " + versions.last();
    }
}
