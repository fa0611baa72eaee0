// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.cluster;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.job.PortOption;
import dev.eddy.local.experiment.Part;
import dev.eddy.local.experiment.Subject;
import dev.eddy.port.RealServices;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.UpdateCause;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * A serve job of ActICL by servers alone: pictures and checkpoints on S3, a journal on Redis, texts and vectors by a Triton. Each run
 * has a place, a prefix and a policy version of its own, so that servers can be shared.
 */
record ServingRun(UUID id, PolicyVersion version) {
    static ServingRun fresh() {
        UUID id = UUID.randomUUID();
        return new ServingRun(
                id,
                new PolicyVersion("acticl", 0, id.toString().replace("-", "").repeat(2)));
    }

    /** On S3. */
    String place() {
        return "s3://eddy/" + id;
    }

    void announce(TopicWriter writer) throws Exception {
        PolicyUpdate update = PolicyUpdate.newBuilder()
                .setPolicy(version.policy())
                .setVersion(version.version())
                .setSha256(version.sha256())
                .setCause(UpdateCause.TRAINED)
                .setStep(0)
                .build();
        writer.write(Topic.POLICY_UPDATES, version.policy(), update);
    }

    void ask(Subject world, TopicWriter writer, int number, String queryId) throws Exception {
        Query query = world.ask(Part.TRAIN, number, queryId)
                .query()
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode("trained")
                .build();
        writer.write(Topic.QUERIES, query.getQueryId(), query);
    }

    /** The job's options. A copy. */
    Map<String, String> configuration(String brokers, TextModel model, String tokenizer, Subject world)
            throws Exception {
        String[] redis = RealServices.up("redis").split(":");
        Map<String, String> all = new HashMap<>();
        all.put("execution.checkpointing.interval", "500ms");
        all.put("execution.checkpointing.dir", place() + "/checkpoints");
        all.put("state.backend.type", "rocksdb");
        all.put("eddy.kafka.client.bootstrap.servers", brokers);
        all.put("eddy.kafka.transaction-timeout", "10min");
        all.put("eddy.agents", "acticl");
        world.choices().forEach((port, choice) -> choose(all, port, choice.name(), choice.settings()));
        choose(
                all,
                PortOption.EFFECT_JOURNAL,
                "redis",
                Map.of("host", redis[0], "port", redis[1], "deadline-ms", "5000", "prefix", id.toString()));
        choose(all, PortOption.ENCODER, "triton", Map.of("endpoint", model.endpoint(), "model", "embedding"));
        choose(
                all,
                PortOption.POLICY_MODEL,
                "triton",
                Map.of(
                        "endpoint",
                        model.endpoint(),
                        "tokenizer",
                        tokenizer,
                        "family",
                        "qwen3-vl",
                        "blobs",
                        "file",
                        "blobs.path",
                        place() + "/blobs"));
        return all;
    }

    private static void choose(Map<String, String> all, PortOption port, String name, Map<String, String> settings) {
        all.put(port.implementation().key(), name);
        settings.forEach((key, value) -> all.put(port.settings().key() + "." + key, value));
    }
}
