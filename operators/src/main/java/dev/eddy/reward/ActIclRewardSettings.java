// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import java.util.Map;
import java.util.TreeMap;

/**
 * Weights of ActICL's reward and the switches of its ablations.
 *
 * @param contextCost λ_ctx ({@code context-cost}, 0.1): what a context that fills its budget costs
 * @param acquisitionCost λ_acq ({@code acquisition-cost}, 0.1): what an acquisition that uses up its budget costs
 * @param failure R_fail ({@code failure}, -0.5): below the worst that a committed context can get
 * @param acquisition ({@code acquisition}, true) whether acquiring is rewarded; without, every total is 0
 * @param answering ({@code answering}, true) whether answers get advantages of their own
 */
record ActIclRewardSettings(
        double contextCost, double acquisitionCost, double failure, boolean acquisition, boolean answering) {
    ActIclRewardSettings {
        if (!(contextCost >= 0 && acquisitionCost >= 0 && failure < -contextCost - acquisitionCost)) {
            throw new IllegalArgumentException(
                    "costs must not be negative and failure must be below their negative sum, so"
                            + " that giving up never pays; got context-cost " + contextCost + ", acquisition-cost "
                            + acquisitionCost + ", failure " + failure);
        }
    }

    static ActIclRewardSettings of(Map<String, String> settings) {
        TreeMap<String, String> rest = new TreeMap<>(settings);
        ActIclRewardSettings read = new ActIclRewardSettings(
                number(rest, "context-cost", 0.1),
                number(rest, "acquisition-cost", 0.1),
                number(rest, "failure", -0.5),
                flag(rest, "acquisition"),
                flag(rest, "answering"));
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException("ActICL's reward has no setting named " + rest.keySet()
                    + "; it has context-cost, acquisition-cost, failure, acquisition, answering");
        }
        return read;
    }

    private static double number(Map<String, String> rest, String name, double otherwise) {
        String value = rest.remove(name);
        try {
            return value == null ? otherwise : Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "ActICL's reward setting " + name + " must be a number, got '" + value + "'", e);
        }
    }

    private static boolean flag(Map<String, String> rest, String name) {
        String value = rest.remove(name);
        if (value == null || value.equals("true")) {
            return true;
        }
        if (value.equals("false")) {
            return false;
        }
        throw new IllegalArgumentException(
                "ActICL's reward setting " + name + " must be true or false, got '" + value + "'");
    }
}
