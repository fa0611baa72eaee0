// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.RowScorer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Computes from the files of weights alone, as another program would, knowing nothing of families. */
public final class FileScorer implements RowScorer {
    private final PolicyStore policies;

    public FileScorer(PolicyStore policies) {
        this.policies = policies;
    }

    @Override
    public CompletableFuture<float[][]> score(PolicyVersion version, String network, float[][] rows) {
        return policies.get(version).thenApply(bytes -> {
            Map<String, float[]> arrays = arrays(SafeTensors.read(bytes));
            float[][] values = rows;
            for (int layer = 0; arrays.containsKey(network + "." + layer + ".weight"); layer++) {
                float[] weights = arrays.get(network + "." + layer + ".weight");
                float[] bias = arrays.get(network + "." + layer + ".bias");
                boolean last = !arrays.containsKey(network + "." + (layer + 1) + ".weight");
                values = Arrays.stream(values)
                        .map(row -> forward(row, weights, bias, last))
                        .toArray(float[][]::new);
            }
            return values;
        });
    }

    private static Map<String, float[]> arrays(SafeTensors file) {
        Map<String, float[]> arrays = new HashMap<>();
        int at = 0;
        for (WeightsForm.Shape shape : file.shapes()) {
            arrays.put(shape.name(), Arrays.copyOfRange(file.values(), at, at + shape.count()));
            at += shape.count();
        }
        return arrays;
    }

    private static float[] forward(float[] row, float[] weights, float[] bias, boolean last) {
        float[] out = new float[weights.length / row.length];
        for (int o = 0; o < out.length; o++) {
            double sum = bias == null ? 0 : bias[o];
            for (int i = 0; i < row.length; i++) {
                sum += row[i] * weights[i * out.length + o];
            }
            out[o] = (float) (last || sum > 0 ? sum : WeightsForm.LEAK * sum);
        }
        return out;
    }

    @Override
    public void close() {}
}
