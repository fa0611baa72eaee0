// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.topic.TopicWriter;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.PolicyControl;
import dev.eddy.schemas.Topic;
import java.io.PrintWriter;
import java.util.Properties;
import java.util.UUID;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the commands share that give an order about a policy. */
final class PolicyOrder {
    @Option(names = "--policy", required = true, paramLabel = "NAME", description = "The policy, such as acticl.")
    private String policy;

    @Mixin
    private SettingsOptions options;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /**
     * Puts an order on its topic and says so; refuses one about what was never announced.
     *
     * @param version null for an order that names none
     * @param said a format of the policy, the newest version announced, and the order's version
     * @return the command's exit code
     */
    int give(ControlCommand command, Long version, String said) throws InterruptedException {
        Properties client = Brokers.reachable(options.load());
        Announced announced = Announced.on(client);
        long newest = announced.newest(policy);
        if (version != null) {
            announced.announced(policy, version);
        }
        PolicyControl order = PolicyControl.newBuilder()
                .setControlId(UUID.randomUUID().toString())
                .setPolicy(policy)
                .setCommand(command)
                .setVersion(version)
                .setIssuedAt(System.currentTimeMillis())
                .build();
        try (TopicWriter writer = new TopicWriter(client)) {
            writer.write(Topic.POLICY_CONTROL, policy, order);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.printf(said + "%n", policy, newest, version);
        out.flush();
        return 0;
    }
}
