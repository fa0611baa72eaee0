// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.Letters;
import dev.eddy.operator.WireType;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.MetricSample;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.UpdateCause;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class EvaluationPipelineTest {
    @Test
    void groupsTellHowCompleteTheyWere() throws Exception {
        MetricSample sample = samples(
                        Topic.TRAINING_GROUPS,
                        TrainingGroup.class,
                        TrainingGroup.newBuilder()
                                .setGroupId("g")
                                .setAgent("acticl")
                                .setPolicy("acticl")
                                .setQueryId("g")
                                .setGroupSize(4)
                                .setMembers(List.of())
                                .setEstimator("rloo")
                                .setStatus(GroupStatus.TIMED_OUT)
                                .setTooFew(true)
                                .build())
                .get(0);

        assertThat(sample.getLabels()).containsExactly(Map.entry("policy", "acticl"));
        assertThat(sample.getValues())
                .containsEntry("groupCompleteness", 0.0)
                .containsEntry("groupCompleteShare", 0.0)
                .containsEntry("groupTooFewShare", 1.0);
        assertThat(sample.getTotals()).containsEntry("groups", 1.0);
    }

    @Test
    void receiptsTellLagAndFate() throws Exception {
        List<MetricSample> samples = samples(
                Topic.GROUP_RECEIPTS,
                GroupReceipt.class,
                GroupReceipt.newBuilder()
                        .setGroupId("g")
                        .setPolicy("acticl")
                        .setFate(GroupFate.STALE)
                        .setStep(30)
                        .setLag(9)
                        .build());

        assertThat(samples.get(0).getValues()).containsEntry("policyLag", 9.0);
        assertThat(samples.get(1).getLabels()).containsEntry("fate", "STALE");
        assertThat(samples.get(1).getTotals()).containsEntry("groupReceipts", 1.0);
    }

    @Test
    void updatesTellWhatTheTrainerMeasured() throws Exception {
        MetricSample sample = samples(
                        Topic.POLICY_UPDATES,
                        PolicyUpdate.class,
                        PolicyUpdate.newBuilder()
                                .setPolicy("acticl")
                                .setVersion(12)
                                .setSha256("0".repeat(64))
                                .setCause(UpdateCause.TRAINED)
                                .setStep(12)
                                .setMetrics(Map.of("loss", 0.25))
                                .build())
                .get(0);

        assertThat(sample.getLabels()).containsEntry("policyVersion", "12");
        assertThat(sample.getValues()).containsEntry("trainer.loss", 0.25).containsEntry("trainer.step", 12.0);
    }

    @Test
    void deadLettersAreCountedByJobAndReason() throws Exception {
        MetricSample sample = samples(
                        Topic.DEAD_LETTERS,
                        DeadLetter.class,
                        DeadLetter.newBuilder()
                                .setReason("MALFORMED")
                                .setMessage("cannot decode")
                                .setJob("serve")
                                .build())
                .get(0);

        assertThat(sample.getLabels()).containsOnly(Map.entry("job", "serve"), Map.entry("reason", "MALFORMED"));
        assertThat(sample.getTotals()).containsEntry("deadLetters", 1.0);
    }

    @Test
    void whatCannotBeReadIsADeadLetter() throws Exception {
        try (OneInputStreamOperatorTestHarness<Incoming, MetricSample> harness = open()) {
            harness.processElement(new Incoming("rewarded-trajectories", 0, 3L, 0L, null, new byte[] {1}), 0);

            assertThat(harness.extractOutputValues()).isEmpty();
            assertThat(Letters.in(harness.getSideOutput(DeadLetters.TAG)))
                    .singleElement()
                    .satisfies(letter -> {
                        assertThat(letter.getReason()).isEqualTo("MALFORMED");
                        assertThat(letter.getSource().getOffset()).isEqualTo(3);
                    });
        }
    }

    @Test
    void everyOperatorHasItsUidAndNoneNeedsKryo() {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(new Configuration()
                .set(PipelineOptions.GENERIC_TYPES, false)
                .set(PipelineOptions.AUTO_GENERATE_UIDS, false));
        EvaluationPipeline.attach(
                        environment
                                .fromData(Incoming.TYPE, new Incoming("policy-updates", 0, 0, 0, null, new byte[0]))
                                .uid("source"),
                        "eval",
                        Duration.ofSeconds(1))
                .sinkTo(new DiscardingSink<>())
                .uid("sink");

        assertThat(environment.getStreamGraph().getStreamNodes())
                .extracting(StreamNode::getTransformationUID)
                .contains("evaluation-reader", "evaluation-windows");
    }

    @Test
    void aWindowOfNoLengthIsRefused() {
        assertThatThrownBy(() -> EvaluationPipeline.attach(null, "eval", Duration.ZERO))
                .hasMessageContaining("'eval.window' is PT0S");
    }

    private static <T extends SpecificRecord> List<MetricSample> samples(Topic topic, Class<T> type, T record)
            throws Exception {
        try (OneInputStreamOperatorTestHarness<Incoming, MetricSample> harness = open()) {
            byte[] value = Codec.of(type).encode(record);
            harness.processElement(new Incoming(topic.topicName(), 0, 0L, 0L, null, value), 0);
            return harness.extractOutputValues();
        }
    }

    private static OneInputStreamOperatorTestHarness<Incoming, MetricSample> open() throws Exception {
        OneInputStreamOperatorTestHarness<Incoming, MetricSample> harness =
                new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(new SampleReader("eval")));
        harness.setup(WireType.serializer(MetricSample.class));
        harness.open();
        return harness;
    }
}
