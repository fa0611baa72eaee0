// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.topic.TopicTail;
import dev.eddy.schemas.Topic;
import java.util.List;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The versions that stand on {@code policy-updates}, by policy. */
record Announced(SortedMap<String, TreeSet<Long>> versions) {
    /** Reads the topic. */
    static Announced on(Properties client) {
        SortedMap<String, TreeSet<Long>> versions = new TreeMap<>();
        new TopicTail(client, Topic.POLICY_UPDATES)
                .read(
                        -1,
                        false,
                        () -> true,
                        json -> versions.computeIfAbsent(
                                        json.at("/value/policy").asText(), policy -> new TreeSet<>())
                                .add(json.at("/value/version").asLong()));
        return new Announced(versions);
    }

    /** The full name of a policy, from which its agent's may be left out; throws with the policies that there are. */
    String named(String policy) {
        List<String> found = versions.keySet().stream()
                .filter(name -> name.equals(policy) || name.endsWith("." + policy))
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        of(policy);
        return policy;
    }

    /** Throws with the policies that there are if this is none of them. */
    long newest(String policy) {
        return of(policy).last();
    }

    /** Answers with the version; throws with those that there are if it is none of the policy's. */
    long announced(String policy, long version) {
        TreeSet<Long> all = of(policy);
        if (!all.contains(version)) {
            throw new UserError("policy '" + policy + "' has no announced version " + version + "; announced are "
                    + all.first() + " to " + all.last());
        }
        return version;
    }

    private TreeSet<Long> of(String policy) {
        TreeSet<Long> all = versions.get(policy);
        if (all == null) {
            throw new UserError("no version of a policy '" + policy + "' is announced; "
                    + (versions.isEmpty()
                            ? "policy-updates is empty"
                            : "there are " + String.join(", ", versions.keySet())));
        }
        return all;
    }
}
