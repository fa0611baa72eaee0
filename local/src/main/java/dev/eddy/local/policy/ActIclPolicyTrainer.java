// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.PromptSegment;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyTrainer;
import dev.eddy.port.PortFactory;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.Trajectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Trains the small ActICL policy by policy gradients with clipped importance ratios. Prompts are read and distributions computed
 * by the code that serving uses, so that an unchanged policy gives exactly the recorded log-probabilities.
 */
public final class ActIclPolicyTrainer implements PolicyTrainer {
    private static final int SNAPSHOT_FORMAT = 1;

    private final ActIclMind mind;
    private final TrainerSettings settings;
    private final Stores stores;
    // By identity, for as long as somebody else holds the trajectory: from its arrival to the step that learns from it.
    private final Loads<Trajectory, List<Lesson>> lessons =
            new Loads<>(Caffeine.newBuilder().weakKeys());
    private Policy policy;
    private Adam adam;

    /** @param stores closed with this */
    ActIclPolicyTrainer(BlobStore blobs, TrainerSettings settings, Stores stores) {
        this.stores = stores;
        this.mind = ActIclMind.of(blobs);
        this.settings = settings;
        begin(Weights.initial(Weights.Scale.DEFAULT, settings.seed()));
    }

    private void begin(Weights from) {
        policy = new Policy(from);
        adam = new Adam(Weights.COUNT, settings.beta1(), settings.beta2());
    }

    @Override
    public byte[] weights() {
        return policy.weights.bytes();
    }

    @Override
    public byte[] snapshot() {
        byte[] held = policy.weights.bytes();
        ByteBuffer out = ByteBuffer.allocate(
                        2 * Integer.BYTES + held.length + Long.BYTES + 2 * Weights.COUNT * Float.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(SNAPSHOT_FORMAT).putInt(held.length).put(held).putLong(adam.steps());
        adam.write(out.asFloatBuffer());
        return out.array();
    }

    @Override
    public void restore(byte[] snapshot) {
        ByteBuffer in = ByteBuffer.wrap(snapshot).order(ByteOrder.LITTLE_ENDIAN);
        int format = in.getInt();
        if (format != SNAPSHOT_FORMAT) {
            throw new IllegalArgumentException("a trainer snapshot of format " + format + "; this release reads format "
                    + SNAPSHOT_FORMAT + ": resume with the release that wrote it");
        }
        byte[] held = new byte[in.getInt()];
        in.get(held);
        begin(Weights.of(held));
        long steps = in.getLong();
        FloatBuffer moments = in.asFloatBuffer();
        adam.read(steps, moments);
    }

    @Override
    public void reset(byte[] older) {
        begin(Weights.of(older));
    }

    @Override
    public Map<String, Double> step(List<Sample> batch, double progress) {
        double share = settings.schedule(progress);
        Map<String, Double> figures = pass(batch, share);
        for (int pass = 1; pass < settings.passes(); pass++) {
            pass(batch, share);
        }
        float[] parameters = policy.weights.parameters();
        figures.put("learningRate", share * settings.learningRate());
        figures.put("answererSharpness", (double) parameters[Answerer.SHARPNESS]);
        figures.put("answererTrust", (double) parameters[Answerer.TRUST]);
        return figures;
    }

    /** One move against the gradient over the whole batch; answers with the figures before it. */
    private Map<String, Double> pass(List<Sample> batch, double share) {
        Loss loss = new Loss(settings, policy, batch.size());
        for (Sample sample : batch) {
            if (teaches(sample.member())) {
                add(sample, loss);
            }
        }
        float[] gradient = loss.gradient();
        double norm = clip(gradient, settings.gradientNorm());
        float[] parameters = policy.weights.parameters().clone();
        adam.next();
        adam.descend(parameters, gradient, 0, Network.PARAMETERS, share * settings.learningRate());
        adam.descend(parameters, gradient, Network.PARAMETERS, Weights.COUNT, share * settings.answererLearningRate());
        policy = new Policy(new Weights(policy.weights.scale(), parameters));
        Map<String, Double> figures = loss.figures();
        figures.put("gradientNorm", norm);
        return figures;
    }

    /** Scales a gradient down to the longest that is allowed; answers with its length before. */
    static double clip(float[] gradient, double longest) {
        double squares = 0;
        for (float slope : gradient) {
            squares += (double) slope * slope;
        }
        double norm = Math.sqrt(squares);
        if (norm > longest) {
            for (int i = 0; i < gradient.length; i++) {
                gradient[i] *= (float) (longest / norm);
            }
        }
        return norm;
    }

    @Override
    public CompletableFuture<Void> prepare(List<Trajectory> trajectories) {
        return CompletableFuture.allOf(trajectories.stream().map(this::lessons).toArray(CompletableFuture[]::new));
    }

    @Override
    public Optional<String> objection(Sample sample) {
        int given = sample.member().getAnswerAdvantages().size();
        int answers = sample.trajectory().getAnswers().size();
        return given == 0 || given == answers
                ? Optional.empty()
                : Optional.of("it has " + answers + " answers, but " + given + " advantages for them");
    }

    private static boolean teaches(GroupMember member) {
        return member.getTrainable()
                && (member.getAdvantage() != 0
                        || member.getAnswerAdvantages().stream().anyMatch(advantage -> advantage != 0));
    }

    private void add(Sample sample, Loss loss) {
        for (Lesson lesson : lessons(sample.trajectory()).join()) {
            Row row = lesson.row();
            double advantage = advantage(sample.member(), row);
            if (advantage == 0) {
                continue;
            }
            if (lesson.prompt() instanceof Situation situation) {
                loss.addCall(situation, lesson.choices(), advantage, row.getLossWeight());
            } else {
                loss.addAnswer((AnswerPrompt) lesson.prompt(), lesson.choices(), advantage, row.getLossWeight());
            }
        }
    }

    private static double advantage(GroupMember member, Row row) {
        if (row.getKind() != RowKind.ANSWER) {
            return member.getAdvantage();
        }
        List<Double> answers = member.getAnswerAdvantages();
        return answers.isEmpty() ? 0 : answers.get(row.getAnswerIndex()); // empty where answers are not rewarded
    }

    private CompletableFuture<List<Lesson>> lessons(Trajectory trajectory) {
        return lessons.get(trajectory, key -> {
            List<PromptSegment> segments = new ArrayList<>(key.getSegments().size());
            for (Segment segment : key.getSegments()) {
                segments.add(new PromptSegment(
                        segment.getId(), segment.getKind(), Packed.ints(segment.getTokens()), segment.getPictures()));
            }
            return mind.read(segments).thenApply(pieces -> Lesson.of(key, pieces, mind));
        });
    }

    @Override
    public void close() {
        stores.close();
    }

    /**
     * Name {@code local}. Settings: {@code blobs}, the {@link BlobStore} that pictures are in, by port name, with its own
     * settings as {@code blobs.<setting>}; all others as in {@link TrainerSettings}.
     */
    public static final class Factory implements PortFactory<PolicyTrainer> {
        @Override
        public Class<PolicyTrainer> port() {
            return PolicyTrainer.class;
        }

        @Override
        public String name() {
            return "local";
        }

        @Override
        public PolicyTrainer open(Map<String, String> settings) throws IOException {
            Stores stores = new Stores(settings);
            try {
                BlobStore blobs = stores.lease(BlobStore.class, "blobs");
                TrainerSettings own = TrainerSettings.of(stores.others());
                return new ActIclPolicyTrainer(blobs, own, stores);
            } catch (IOException | RuntimeException e) {
                stores.close();
                throw e;
            }
        }
    }
}
