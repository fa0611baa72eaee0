// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.port.PortChoice;
import java.io.Serializable;
import java.time.Duration;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What the train job is told.
 *
 * @param pupils the policies that learn, by name
 * @param batchGroups groups to one optimiser step: {@code train.batch-groups}
 * @param maxPolicyLag optimiser steps that the oldest token of a group may be behind the weights that it is trained into:
 *     {@code train.max-policy-lag}
 * @param keepVersions announced versions whose weights stay stored; version 0 and a pinned one always do: {@code
 *     train.keep-versions}
 * @param deployment null where whoever serves a policy reads the store
 */
public record TrainSettings(
        TreeMap<String, Pupil> pupils,
        PortChoice policyStore,
        PortChoice trajectoryReader,
        int batchGroups,
        int maxPolicyLag,
        int keepVersions,
        Deployment deployment)
        implements Serializable {
    public static final int BATCH_GROUPS = 16;
    public static final int MAX_POLICY_LAG = 8;
    public static final int KEEP_VERSIONS = 1000;
    public static final int DEPLOYED_VERSIONS = 8;
    public static final Duration DEPLOY_INTERVAL = Duration.ofSeconds(10);
    private static final Duration LEAST_INTERVAL = Duration.ofMillis(100);

    /** What a policy may be called: it is a topic key, a folder and a label of metrics. */
    private static final Pattern POLICY = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}");

    /**
     * How one policy learns.
     *
     * @param trainer that it learns with
     * @param plannedSteps optimiser steps over which schedules run; training goes on after them at the schedule's end: {@code
     *     train.planned-steps}
     */
    public record Pupil(PortChoice trainer, long plannedSteps) implements Serializable {
        public Pupil {
            require(plannedSteps >= 1, "train.planned-steps", plannedSteps, "at least 1");
        }
    }

    /**
     * How versions are brought to servers before they are announced.
     *
     * @param versions newest announced ones that stay there, beside version 0 and a pinned one: {@code train.deployed-versions}
     * @param interval least time between two, and before a server that was lost is looked after: {@code
     *     train.deploy-interval}
     */
    public record Deployment(PortChoice deployer, int versions, Duration interval) implements Serializable {
        public Deployment {
            require(versions >= 1, "train.deployed-versions", versions, "at least 1");
            require(
                    interval.compareTo(LEAST_INTERVAL) >= 0,
                    "train.deploy-interval",
                    interval,
                    "at least " + LEAST_INTERVAL);
        }
    }

    public TrainSettings {
        pupils = new TreeMap<>(pupils);
        if (pupils.isEmpty()) {
            throw new IllegalArgumentException("no policy is to learn: name one trainer at least");
        }
        for (String policy : pupils.keySet()) {
            if (!POLICY.matcher(policy).matches()) {
                throw new IllegalArgumentException("'" + policy
                        + "' is no policy name: letters, digits, '_', '-' and '.', not first a '.' or '-'");
            }
        }
        require(batchGroups >= 1, "train.batch-groups", batchGroups, "at least 1");
        require(maxPolicyLag >= 0, "train.max-policy-lag", maxPolicyLag, "not negative");
        require(
                keepVersions > maxPolicyLag,
                "train.keep-versions",
                keepVersions,
                "more than train.max-policy-lag (" + maxPolicyLag + "), or the lag of a group could not be told");
    }

    private static void require(boolean right, String setting, Object value, String expected) {
        if (!right) {
            throw new IllegalArgumentException("'" + setting + "' is " + value + "; it must be " + expected);
        }
    }
}
