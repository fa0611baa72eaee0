// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyDeployer;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.Ports;
import dev.eddy.port.RealServices;
import dev.eddy.port.RowScorer;
import java.util.List;
import java.util.Map;

/** A version on a real Triton, as long as it takes to compare it with the same in this process. */
public final class OnTriton {
    private OnTriton() {}

    /** The same calls with the same log-probabilities, to 1e-5. */
    public static void assertSaysTheSame(
            BlobStore blobs, PolicyStore policies, PolicyVersion version, List<List<PromptSegment>> prompts)
            throws Exception {
        Map<String, String> settings = Map.of("endpoint", RealServices.up("triton"));
        try (PolicyDeployer deployer = Ports.open(PolicyDeployer.class, "triton", settings);
                RowScorer scorer = Ports.open(RowScorer.class, "triton", settings)) {
            deployer.deploy(version, policies.get(version).join()).join();
            ScoredElsewhere.assertSaysTheSame(scorer, blobs, policies, version, prompts);
            deployer.retire(version).join();
        }
    }
}
