// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.experiment.Asked;
import dev.eddy.local.experiment.Subject;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;

/** A question and its truth. */
public record Question(Query query, Label label) {
    /**
     * A question to a policy, submitted now.
     *
     * @param asked with how and why it is asked
     * @param seed of sampling
     */
    static Question of(Asked asked, Subject subject, String policy, long seed) {
        long now = System.currentTimeMillis();
        Query query = asked.query()
                .setAgent(subject.agent())
                .setPolicy(policy)
                .setSeed(seed)
                .setSubmittedAt(now)
                .build();
        return new Question(
                query, Label.newBuilder(asked.label()).setSubmittedAt(now).build());
    }

    /**
     * The same that shows how good one version of the policy is.
     *
     * @param count see {@link dev.eddy.local.experiment.ExperimentMode#count}
     */
    static Question heldOut(
            Asked asked, Subject subject, String policy, long version, String mode, Integer count, long seed) {
        asked.query()
                .setMode(mode)
                .setPurpose(Purpose.EVAL)
                .setDecoding(Decoding.GREEDY)
                .setCount(count)
                .setPinnedVersion(version);
        return of(asked, subject, policy, seed);
    }
}
