// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.PromptSegment;
import dev.eddy.local.Loads;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PolicyTrainer;
import dev.eddy.port.PortFactory;
import dev.eddy.port.Stores;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.ToDoubleFunction;

/**
 * Trains a small policy by policy gradients with clipped importance ratios. Prompts are read and distributions computed by the
 * code that serving uses, so that an unchanged policy gives exactly the recorded log-probabilities.
 *
 * @param <L> a model call, ready to learn from
 */
public final class LocalPolicyTrainer<L> implements PolicyTrainer {
    /** The setting that chooses the family. */
    static final String FAMILY = "family";

    private static final String PRESET = "preset";
    private static final String INITIAL = "initial";
    private static final String POLICIES = "policies";

    private static final int SNAPSHOT_FORMAT = 1;

    private final TrainableFamily<L> family;
    private final TrainerSettings settings;
    private final Stores stores;
    private final KlAnchor anchor;
    private final Loads<KlAnchor, TrainablePolicy<L>> references =
            new Loads<>(Caffeine.newBuilder().maximumSize(1));
    // By identity, for as long as somebody else holds the trajectory: from its arrival to the step that learns from it.
    private final Loads<Trajectory, List<L>> lessons =
            new Loads<>(Caffeine.newBuilder().weakKeys());
    private TrainablePolicy<L> policy;
    private Adam adam;

    /** @param stores closed with this */
    public LocalPolicyTrainer(TrainableFamily<L> family, TrainerSettings settings, Stores stores) {
        this(family, settings, stores, null);
    }

    private LocalPolicyTrainer(TrainableFamily<L> family, TrainerSettings settings, Stores stores, KlAnchor anchor) {
        this.family = family;
        this.settings = settings;
        this.stores = stores;
        this.anchor = anchor;
        begin(family.initial(settings.seed()));
    }

    private void begin(TrainablePolicy<L> from) {
        policy = from;
        adam = new Adam(from.parameters().length, settings.beta1(), settings.beta2());
    }

    /**
     * One as settings say: {@link Factory}'s, but for those of stores and of the family.
     *
     * @param policies that a {@code kl-reference} is in; may be null where {@code kl} is 0
     * @param stores closed with the trainer
     * @throws IllegalArgumentException naming the setting at fault
     * @throws IOException where what a setting names cannot be had
     */
    public static LocalPolicyTrainer<?> of(
            PolicyFamily family, BlobStore blobs, PolicyStore policies, Stores stores, Map<String, String> settings)
            throws IOException {
        Map<String, String> own = new TreeMap<>(settings);
        String preset = own.remove(PRESET);
        if (preset != null) {
            family.preset(preset).forEach(own::putIfAbsent);
        }
        KlAnchor anchor = KlAnchor.of(policies, own);
        LocalPolicyTrainer<?> fresh = family.trainer(blobs, stores, own);
        return anchor == null ? fresh : fresh.near(anchor);
    }

    /** A fresh trainer of the same kind that does not move far from a frozen version. */
    public LocalPolicyTrainer<L> near(KlAnchor frozen) {
        return new LocalPolicyTrainer<>(family, settings, stores, frozen);
    }

    @Override
    public byte[] weights() {
        return policy.bytes();
    }

    @Override
    public byte[] snapshot() {
        byte[] held = policy.bytes();
        int moments = 2 * policy.parameters().length * Float.BYTES;
        ByteBuffer out = ByteBuffer.allocate(2 * Integer.BYTES + held.length + Long.BYTES + moments)
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
        begin(family.read(held));
        long steps = in.getLong();
        FloatBuffer moments = in.asFloatBuffer();
        adam.read(steps, moments);
    }

    @Override
    public void reset(byte[] older) {
        begin(family.read(older));
    }

    @Override
    public Map<String, Double> step(List<Sample> batch, double progress) {
        double share = settings.schedule(progress, adam.steps());
        ToDoubleFunction<Sample> perChoice = perChoice(batch);
        ChoiceLoss.Price price = price(batch, progress);
        ChoiceLoss first = loss(price, null);
        Map<String, Double> figures = descend(batch, perChoice, first, share, progress);
        for (int pass = 1; pass < settings.passes(); pass++) {
            descend(batch, perChoice, loss(price, first.logProbs()), share, progress);
        }
        figures.put("learningRate", share * settings.learningRate());
        figures.putAll(policy.figures());
        return figures;
    }

    /**
     * One step towards what was done in these runs, whoever did it: a cold start.
     *
     * @param batch of runs worth imitating, all their choices alike
     * @param rate the learning rate, as a share of that of the beginning
     * @return figures of the step
     */
    public Map<String, Double> imitate(List<Trajectory> batch, double rate) {
        List<Sample> samples = batch.stream()
                .map(trajectory -> new Sample(trajectory, model(trajectory)))
                .toList();
        double perChoice = 1.0 / batch.size();
        return descend(samples, sample -> perChoice, ChoiceLoss.ofImitation(perChoice), rate, 0);
    }

    private static GroupMember model(Trajectory trajectory) {
        return GroupMember.newBuilder()
                .setRef(new TrajectoryRef(trajectory.getTrajectoryId(), "", 0, 0L))
                .setRolloutIndex(trajectory.getRolloutIndex())
                .setTrainable(true)
                .setReward(1)
                .setAdvantage(1)
                .setAnswerAdvantages(Collections.nCopies(trajectory.getAnswers().size(), 1.0))
                .build();
    }

    /** What moving away from the frozen version costs the batch's choices; nothing where there is none. */
    private ChoiceLoss.Price price(List<Sample> batch, double progress) {
        if (anchor == null) {
            return ChoiceLoss.Price.NONE;
        }
        ChoiceLoss heard = new ChoiceLoss(settings.surrogate(), 0);
        add(batch, sample -> 0, heard, reference().join().batch(heard, progress));
        return anchor.price(heard.logProbs());
    }

    /** @param before log-probabilities of the choices before the step; null in its first pass */
    private ChoiceLoss loss(ChoiceLoss.Price price, float[] before) {
        return new ChoiceLoss(settings.surrogate(), 0, price, new ChoiceLoss.Drift(settings.correction(), before));
    }

    /** What the loss of each choice of a sample is multiplied by. */
    private ToDoubleFunction<Sample> perChoice(List<Sample> batch) {
        long all = batch.stream()
                .mapToLong(sample -> RecordedChoices.count(sample.trajectory()))
                .sum();
        return sample -> settings.aggregation()
                .perToken(RecordedChoices.count(sample.trajectory()), all, batch.size(), settings.choicesPerRollout());
    }

    private CompletableFuture<TrainablePolicy<L>> reference() {
        return references.get(anchor, frozen -> frozen.weights().thenApply(family::read));
    }

    /** One move against the gradient over the whole batch; answers with the figures before it. */
    private Map<String, Double> descend(
            List<Sample> batch, ToDoubleFunction<Sample> perChoice, ChoiceLoss loss, double share, double progress) {
        TrainablePolicy.Batch<L> gradients = policy.batch(loss, progress);
        add(batch, perChoice, loss, gradients);
        float[] gradient = gradients.gradient();
        double norm = clip(gradient, settings.gradientNorm());
        float[] parameters = policy.parameters().clone();
        family.rates().descend(adam, parameters, gradient, share);
        policy = policy.moved(parameters);
        Map<String, Double> figures = loss.figures();
        figures.put("gradientNorm", norm);
        return figures;
    }

    private void add(
            List<Sample> batch,
            ToDoubleFunction<Sample> perChoice,
            ChoiceLoss loss,
            TrainablePolicy.Batch<L> gradients) {
        for (Sample sample : batch) {
            if (teaches(sample.member())) {
                loss.weigh(perChoice.applyAsDouble(sample));
                for (L lesson : lessons(sample.trajectory()).join()) {
                    gradients.add(lesson, sample.member());
                }
            }
        }
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
        List<CompletableFuture<?>> needed = new ArrayList<>(trajectories.size() + 1);
        trajectories.forEach(trajectory -> needed.add(lessons(trajectory)));
        if (anchor != null) {
            needed.add(reference());
        }
        return CompletableFuture.allOf(needed.toArray(CompletableFuture[]::new));
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

    private CompletableFuture<List<L>> lessons(Trajectory trajectory) {
        return lessons.get(trajectory, key -> {
            List<PromptSegment> segments =
                    key.getSegments().stream().map(PromptSegment::of).toList();
            return family.lessons(key, segments);
        });
    }

    @Override
    public void close() {
        stores.close();
    }

    /**
     * Name {@code local}. Settings: {@value LocalPolicyTrainer#FAMILY} (acticl), the family of the policy; {@code preset}, one
     * of the family's {@link PolicyFamily#presets}, which stands for the settings that are absent; {@code initial}, the content
     * hash of the weights to begin with, such as those of a cold start (fresh ones, by {@code seed}); {@code blobs}, the
     * {@link BlobStore} that pictures are in, by port name, with its own settings as {@code blobs.<setting>}; {@code kl} (0),
     * what a nat of divergence from a frozen version costs, {@code kl-estimator} (k3), how it is told, and {@code kl-reference},
     * that version as {@code <policy>@<version>}, from the {@link PolicyStore} named by {@code policies} in the same manner; all
     * others are {@link TrainerSettings}' and the family's.
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
                Map<String, String> own = stores.others();
                PolicyFamily family =
                        new PolicyFamilies().named(Objects.requireNonNullElse(own.remove(FAMILY), "acticl"));
                PolicyStore policies = own.containsKey(POLICIES) ? stores.lease(PolicyStore.class, POLICIES) : null;
                String initial = own.remove(INITIAL);
                LocalPolicyTrainer<?> trainer = of(family, blobs, policies, stores, own);
                if (initial != null) {
                    trainer.reset(weights(blobs, initial));
                }
                return trainer;
            } catch (IOException | RuntimeException e) {
                stores.close();
                throw e;
            }
        }

        private static byte[] weights(BlobStore blobs, String sha256) throws IOException {
            try {
                return blobs.get(sha256).join();
            } catch (CompletionException e) {
                throw new IOException(
                        "the weights that the setting '" + INITIAL + "' names cannot be read: "
                                + e.getCause().getMessage(),
                        e);
            }
        }
    }
}
