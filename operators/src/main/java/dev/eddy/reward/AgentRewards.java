// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The rewards on the class path. */
public final class AgentRewards {
    private AgentRewards() {}

    /**
     * Makes every reward there is, by its agent's name.
     *
     * @param settings by agent; an agent without takes the defaults of its reward
     * @throws IllegalArgumentException for settings of an agent that has no reward, or if a setting is wrong
     */
    public static Map<String, AgentReward> create(Map<String, ? extends Map<String, String>> settings) {
        TreeMap<String, AgentReward> rewards = new TreeMap<>();
        for (AgentRewardFactory factory :
                ServiceLoader.load(AgentRewardFactory.class, AgentRewards.class.getClassLoader())) {
            Map<String, String> own = settings.get(factory.agent());
            rewards.put(factory.agent(), factory.create(own == null ? Map.of() : own));
        }
        for (String agent : settings.keySet()) {
            if (!rewards.containsKey(agent)) {
                throw new IllegalArgumentException("there are reward settings for agent '" + agent
                        + "', but no reward; there are rewards for " + rewards.keySet()
                        + ". Name one of these or put the agent's module on the class path.");
            }
        }
        return rewards;
    }
}
