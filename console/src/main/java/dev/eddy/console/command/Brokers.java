// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.settings.Settings;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;

/** Looks whether anybody answers before a command begins, since Kafka's clients would wait in silence. */
final class Brokers {
    private static final int PATIENCE_MILLIS = 10_000;

    private Brokers() {}

    /** Client properties of brokers that answer; throws with the setting to change where none does. */
    static Properties reachable(Settings settings) throws InterruptedException {
        Properties client = settings.client();
        try (Admin admin = Admin.create(client)) {
            // Closing waits for what is under way, and without a bound of its own that takes Kafka's usual minute.
            admin.describeCluster(new DescribeClusterOptions().timeoutMs(PATIENCE_MILLIS))
                    .nodes()
                    .get();
            return client;
        } catch (ConfigException e) {
            throw new UserError("the settings kafka.client cannot be used: " + e.getMessage(), e);
        } catch (ExecutionException | KafkaException e) {
            throw new UserError(
                    "no Kafka broker answers at " + client.getProperty("bootstrap.servers")
                            + ". Start './eddy demo' in another terminal, name the folder of a run with --folder, or set kafka.bootstrap-servers to brokers that run.",
                    e);
        }
    }
}
