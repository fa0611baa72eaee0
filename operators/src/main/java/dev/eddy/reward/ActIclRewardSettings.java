// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.agent.SettingsReader;
import java.util.Map;

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
        SettingsReader reader = new SettingsReader("ActICL's reward", settings);
        ActIclRewardSettings read = new ActIclRewardSettings(
                reader.number("context-cost", 0.1),
                reader.number("acquisition-cost", 0.1),
                reader.number("failure", -0.5),
                reader.flag("acquisition", true),
                reader.flag("answering", true));
        reader.end();
        return read;
    }
}
