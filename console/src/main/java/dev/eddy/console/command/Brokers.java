// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.settings.Settings;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** Looks whether anybody answers before a command begins, since Kafka's clients would wait in silence. */
final class Brokers {
    private static final int PATIENCE_SECONDS = 10;

    private Brokers() {}

    /** Client properties of brokers that answer; throws with the setting to change where none does. */
    static Properties reachable(Settings settings) throws InterruptedException {
        Properties client = settings.client();
        try (Admin admin = Admin.create(client)) {
            admin.describeCluster().nodes().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return client;
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            throw new UserError(
                    "no Kafka broker answers at " + client.getProperty("bootstrap.servers")
                            + ". Start './eddy demo' in another terminal, or set kafka.bootstrap-servers to brokers that run.",
                    e);
        }
    }
}
