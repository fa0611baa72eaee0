// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import java.nio.FloatBuffer;

/** Adam (Kingma and Ba, 2015) with bias correction. Not thread-safe. */
final class Adam {
    private static final double EPSILON = 1e-8;

    private final double beta1;
    private final double beta2;
    private final float[] means;
    private final float[] squares;
    private long steps;

    Adam(int parameters, double beta1, double beta2) {
        this.beta1 = beta1;
        this.beta2 = beta2;
        this.means = new float[parameters];
        this.squares = new float[parameters];
    }

    /** Steps since the optimiser was fresh. */
    long steps() {
        return steps;
    }

    /** Begins a step; {@link #descend} then covers each parameter once. */
    void next() {
        steps++;
    }

    /** Moves the parameters from {@code from} up to {@code to} against their gradient. */
    void descend(float[] parameters, float[] gradient, int from, int to, double learningRate) {
        double correction1 = 1 - Math.pow(beta1, steps);
        double correction2 = 1 - Math.pow(beta2, steps);
        for (int i = from; i < to; i++) {
            double slope = gradient[i];
            means[i] = (float) (beta1 * means[i] + (1 - beta1) * slope);
            squares[i] = (float) (beta2 * squares[i] + (1 - beta2) * slope * slope);
            double step = means[i] / correction1 / (Math.sqrt(squares[i] / correction2) + EPSILON);
            parameters[i] -= (float) (learningRate * step);
        }
    }

    void write(FloatBuffer out) {
        out.put(means).put(squares);
    }

    void read(long stepsDone, FloatBuffer in) {
        steps = stepsDone;
        in.get(means).get(squares);
    }
}
