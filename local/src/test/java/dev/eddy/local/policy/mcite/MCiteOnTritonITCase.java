// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.policy.MemoryPolicies;
import dev.eddy.local.policy.OnTriton;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real-services")
class MCiteOnTritonITCase {
    @Test
    void tritonSaysWhatThisProcessSays() throws Exception {
        MemoryBlobs blobs = new MemoryBlobs();
        MemoryPolicies policies = new MemoryPolicies();
        PolicyVersion version = policies.put(9, Policy.FORM.write(Map.of(), Heads.initial(3)));

        OnTriton.assertSaysTheSame(blobs, policies, version, new PagePrompts(blobs).ofEachKind());
    }
}
