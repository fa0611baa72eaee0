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
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy rollback}: orders the trainer back to an announced version. */
@Command(
        name = "rollback",
        mixinStandardHelpOptions = true,
        description =
                "Orders the trainer back to an announced version. It writes a new version whose parent is that one.")
public final class RollbackCommand implements Callable<Integer> {
    @Option(names = "--policy", required = true, paramLabel = "NAME", description = "The policy, such as acticl.")
    private String policy;

    @Option(names = "--to-version", required = true, paramLabel = "N", description = "An announced version.")
    private long version;

    @Mixin
    private SettingsOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Properties client = Brokers.reachable(options.load());
        Announced announced = Announced.on(client);
        announced.announced(policy, version);
        PolicyControl order = PolicyControl.newBuilder()
                .setControlId(UUID.randomUUID().toString())
                .setPolicy(policy)
                .setCommand(ControlCommand.ROLLBACK)
                .setVersion(version)
                .setIssuedAt(System.currentTimeMillis())
                .build();
        try (TopicWriter writer = new TopicWriter(client)) {
            writer.write(Topic.POLICY_CONTROL, policy, order);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "ordered %s back from version %d to %d; 'eddy topics tail policy-updates --follow' shows the new version%n",
                policy, announced.newest(policy), version);
        out.flush();
        return 0;
    }
}
