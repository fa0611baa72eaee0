// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.local.policy.LocalPolicyModel;
import dev.eddy.local.policy.LocalPolicyTrainer;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.policy.MemoryPolicies;
import dev.eddy.local.policy.TrajectoryWriter;
import dev.eddy.port.PolicyModel.Request;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.port.Stores;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.RowKind;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prints the processor time of a model call and of a trained rollout, on prompts of the usual size. */
final class PolicyBench {
    private static final int CALLS = 10;
    private static final int ROLLOUTS = 128;

    private PolicyBench() {}

    public static void main(String[] args) {
        MemoryBlobs blobs = new MemoryBlobs();
        MemoryPolicies policies = new MemoryPolicies();
        Stores none = new Stores(Map.of());
        LocalPolicyTrainer<Lesson> trainer = new ActIclFamily().trainer(blobs, none, Map.of());
        LocalPolicyModel model = new LocalPolicyModel(blobs, policies, none);
        PolicyVersion version = policies.put(0, trainer.weights());
        List<List<PromptSegment>> prompts = new ArrayList<>();
        for (int i = 0; i < ROLLOUTS * CALLS; i++) {
            prompts.add(prompt(new Prompts(blobs), i / CALLS / 8, i / CALLS, i % CALLS));
        }
        for (int round = 0; round < 30; round++) {
            List<Generation> said = new ArrayList<>();
            long start = cpu();
            for (int i = 0; i < prompts.size(); i++) {
                Request request =
                        new Request("r", "r", version, prompts.get(i), 1024, Decoding.SAMPLED, i * 7919L + round);
                said.add(model.generate(request).join());
            }
            long generated = cpu();
            List<Sample> batch = new ArrayList<>();
            for (int rollout = 0; rollout < ROLLOUTS; rollout++) {
                TrajectoryWriter writer = new TrajectoryWriter();
                for (int call = 0; call < CALLS; call++) {
                    writer.row(prompts.get(rollout * CALLS + call), said.get(rollout * CALLS + call), RowKind.ACT);
                }
                batch.add(writer.sample(rollout % 2 == 0 ? 0.3 : -0.3));
            }
            long packed = cpu();
            trainer.prepare(batch.stream().map(Sample::trajectory).toList()).join();
            long prepared = cpu();
            trainer.step(batch, 1);
            long stepped = cpu();
            System.out.printf(
                    "call %.1f us, prepare %.1f us a rollout, step %.1f us a rollout of %d calls%n",
                    (generated - start) / 1e3 / prompts.size(),
                    (prepared - packed) / 1e3 / ROLLOUTS,
                    (stepped - prepared) / 1e3 / ROLLOUTS,
                    CALLS);
        }
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** The {@code call}th call of a walk: one more read and one more call in the history each time. */
    private static List<PromptSegment> prompt(Prompts prompts, int group, int rollout, int call) {
        int query = group * 100;
        prompts.begin().text(Prompts.ALL_TOOLS.repeat(6)).query(query).text("[acquired]\n");
        int read = call * 2 / 3;
        for (int i = 1; i <= read; i++) {
            prompts.demonstration(i, query + i, i % 3 == 0 ? "dax" : "name" + i % 7, i % 3 == 0);
        }
        prompts.text("[previews]\n");
        for (int i = read + 1; i <= 12; i++) {
            prompts.preview(i, query + i);
        }
        prompts.text("[history]\n");
        for (int i = 1; i <= call; i++) {
            prompts.call(
                    i,
                    "{\"name\":\"read\",\"arguments\":{\"index\":" + i + "}}",
                    "{\"status\":\"ok\",\"index\":" + i + ",\"tokens\":45}");
        }
        return prompts.resources(32 - call, 2048 - rollout % 7, rollout % 2 == 0 ? null : 4)
                .end();
    }
}
