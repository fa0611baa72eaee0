// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.local.policy.WeightsForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * All that the policy learns, and the constants that it was made with.
 *
 * @param scale turns cosines into z-scores
 * @param parameters of the {@link Network}, then of the {@link Answerer}; not to be changed
 */
record Weights(Scale scale, float[] parameters) {
    static final int COUNT = Answerer.TRUST + 1;

    private static final String MEAN = "likeness-mean";
    private static final String DEVIATION = "likeness-deviation";
    private static final WeightsForm FORM = new WeightsForm(ActIclFamily.NAME, 1, shapes(), Set.of(MEAN, DEVIATION));

    private static List<WeightsForm.Shape> shapes() {
        List<WeightsForm.Shape> shapes = new ArrayList<>(Network.SHAPES);
        shapes.addAll(Answerer.SHAPES);
        return shapes;
    }

    /**
     * Mean and standard deviation of the cosines of unrelated pictures. The default lies between what 200,000 random pairs of
     * bank pictures gave, without their labels: 0.26 and 0.135 for generated drawings, 0.34 and 0.129 for Omniglot.
     */
    record Scale(float mean, float deviation) {
        static final Scale DEFAULT = new Scale(0.30f, 0.13f);

        float score(float cosine) {
            return (cosine - mean) / deviation;
        }

        /** How many deviations one cosine is above another. */
        float difference(float cosine, float other) {
            return (cosine - other) / deviation;
        }
    }

    Weights {
        if (parameters.length != COUNT) {
            throw new IllegalArgumentException("a policy has " + COUNT + " parameters, got " + parameters.length);
        }
    }

    /** Fresh ones: equal for equal seeds. */
    static Weights initial(Scale scale, long seed) {
        float[] parameters = new float[COUNT];
        Network.initial(new Random(seed)).write(parameters);
        parameters[Answerer.SHARPNESS] = 1;
        parameters[Answerer.TRUST] = 0;
        return new Weights(scale, parameters);
    }

    byte[] bytes() {
        return FORM.write(
                Map.of(MEAN, Float.toString(scale.mean), DEVIATION, Float.toString(scale.deviation)), parameters);
    }

    /** Reads what {@link #bytes} wrote; throws INVALID for anything else. */
    static Weights of(byte[] bytes) {
        WeightsForm.Held held = FORM.read(bytes);
        Scale scale = new Scale(held.number(MEAN), held.number(DEVIATION));
        return new Weights(scale, held.parameters());
    }
}
