// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.policy.MemoryPolicies;
import dev.eddy.local.policy.OnTriton;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real-services")
class ActIclOnTritonITCase {
    @Test
    void tritonSaysWhatThisProcessSays() throws Exception {
        MemoryBlobs blobs = new MemoryBlobs();
        MemoryPolicies policies = new MemoryPolicies();
        PolicyVersion version =
                policies.put(7, Weights.initial(Weights.Scale.DEFAULT, 3).bytes());

        OnTriton.assertSaysTheSame(blobs, policies, version, new Prompts(blobs).ofEachKind());
    }
}
