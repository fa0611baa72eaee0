// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.policy.MemoryPolicies;
import dev.eddy.local.policy.OnTriton;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real-services")
class SvrlOnTritonITCase {
    @Test
    void tritonSaysWhatThisProcessSays() throws Exception {
        MemoryBlobs blobs = new MemoryBlobs();
        MemoryPolicies policies = new MemoryPolicies();
        String memory = blobs.put(Prompts.corpus()).join();
        PolicyVersion version = policies.put(8, new SvrlWeights(memory, true, Heads.initial(3)).bytes());

        OnTriton.assertSaysTheSame(blobs, policies, version, new Prompts(blobs).ofEachKind());
    }
}
