// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.collect;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.console.topic.TransactionalWriter;
import dev.eddy.port.PolicyStore;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.UpdateCause;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Announced policy versions, and new ones of teachers: each teacher is served like any policy, under a name that nobody trains. A
 * version of one's own is never forgotten by serving, as one of a policy that goes on learning would be after eight more.
 */
public final class TeacherPolicy {
    private static final String TRANSACTIONS = "eddy-teacher";

    private final Properties client;
    private final Codec<PolicyUpdate> codec = Codec.of(PolicyUpdate.class);

    public TeacherPolicy(Properties client) {
        this.client = client;
    }

    /** The newest announced version of a policy. */
    public Optional<PolicyVersion> newest(String policy) {
        TreeMap<Long, PolicyVersion> versions = versions(policy);
        return versions.isEmpty()
                ? Optional.empty()
                : Optional.of(versions.lastEntry().getValue());
    }

    /**
     * Stores and announces weights, unless the newest version of this name has them already.
     *
     * @param name of a policy that no trainer writes
     */
    public PolicyVersion announce(PolicyStore store, String name, byte[] weights) {
        String sha256 = Sha256.hex(weights);
        try (TransactionalWriter writer = new TransactionalWriter(client, TRANSACTIONS + "-" + name)) {
            Optional<PolicyVersion> before = newest(name);
            if (before.isPresent() && before.get().sha256().equals(sha256)) {
                return before.get();
            }
            PolicyVersion version =
                    new PolicyVersion(name, before.map(old -> old.version() + 1).orElse(0L), sha256);
            store.put(version, weights).join();
            PolicyUpdate update = PolicyUpdate.newBuilder()
                    .setPolicy(name)
                    .setVersion(version.version())
                    .setSha256(sha256)
                    .setCause(UpdateCause.INITIAL)
                    .setStep(0)
                    .setAnnouncedAt(System.currentTimeMillis())
                    .build();
            writer.write(List.of(new ProducerRecord<>(
                    Topic.POLICY_UPDATES.topicName(), name.getBytes(StandardCharsets.UTF_8), codec.encode(update))));
            return version;
        }
    }

    private TreeMap<Long, PolicyVersion> versions(String policy) {
        TreeMap<Long, PolicyVersion> versions = new TreeMap<>();
        CommittedConsumer.readAll(client, Topic.POLICY_UPDATES, record -> {
            try {
                PolicyUpdate update = codec.decode(record.value());
                if (update.getPolicy().equals(policy)) {
                    versions.put(
                            update.getVersion(), new PolicyVersion(policy, update.getVersion(), update.getSha256()));
                }
            } catch (MalformedRecordException e) {
                return; // a dead letter of the serve job's
            }
        });
        return versions;
    }
}
