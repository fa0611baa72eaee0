// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/**
 * All that the policy learns, and the constants that it was made with.
 *
 * <p>As bytes, little endian: the letters {@code EDDYACTI}, the format's version, the sizes of the layers (shared and own
 * inputs, hidden units), mean and deviation of likenesses as floats, the number of parameters, the parameters as floats.
 *
 * @param scale turns cosines into z-scores
 * @param parameters of the {@link Network}, then of the {@link Answerer}; not to be changed
 */
record Weights(Scale scale, float[] parameters) {
    static final int COUNT = Network.PARAMETERS + Answerer.PARAMETERS;

    private static final long MAGIC = 0x4954434159444445L; // EDDYACTI
    private static final int FORMAT = 1;
    private static final int HEADER = Long.BYTES + 5 * Integer.BYTES + 2 * Float.BYTES;

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
        ByteBuffer out = ByteBuffer.allocate(HEADER + COUNT * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(MAGIC).putInt(FORMAT);
        out.putInt(Features.SHARED).putInt(Features.OWN).putInt(Network.HIDDEN);
        out.putFloat(scale.mean).putFloat(scale.deviation);
        out.putInt(COUNT);
        out.asFloatBuffer().put(parameters);
        return out.array();
    }

    /** Reads what {@link #bytes} wrote; throws INVALID for anything else. */
    static Weights of(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < HEADER || in.getLong() != MAGIC) {
            throw new PortException(
                    EffectStatus.INVALID, bytes.length + " bytes are no weights of a small ActICL policy");
        }
        int format = in.getInt();
        String shape = in.getInt() + "+" + in.getInt() + "-" + in.getInt();
        Scale scale = new Scale(in.getFloat(), in.getFloat());
        int count = in.getInt();
        String expected = Features.SHARED + "+" + Features.OWN + "-" + Network.HIDDEN;
        if (format != FORMAT || !shape.equals(expected) || count != COUNT || in.remaining() != COUNT * Float.BYTES) {
            throw new PortException(
                    EffectStatus.INVALID,
                    "weights of format " + format + ", shape " + shape + " with " + count + " parameters in "
                            + bytes.length + " bytes; this release reads format " + FORMAT + ", shape " + expected
                            + " with " + COUNT + ": choose a policy version that it wrote");
        }
        float[] parameters = new float[COUNT];
        in.asFloatBuffer().get(parameters);
        return new Weights(scale, parameters);
    }
}
