// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.advantage.AdvantageEstimator;
import dev.eddy.operator.reward.EffectSource;
import dev.eddy.operator.reward.RewardPipeline;
import dev.eddy.operator.reward.RewardSettings;
import dev.eddy.operator.reward.RewardSettings.Asking;
import dev.eddy.port.PortChoice;
import dev.eddy.reward.AgentReward;
import dev.eddy.reward.AgentRewards;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Scores trajectories with their labels and closes groups: see {@link RewardPipeline} for the graph. */
public final class RewardJob {
    public static final String NAME = "reward";

    private static final RewardSettings DEFAULTS = RewardSettings.defaults();

    public static final ConfigOption<Duration> LABEL_TIMEOUT = ConfigOptions.key("eddy.reward.label-timeout")
            .durationType()
            .defaultValue(DEFAULTS.labelTimeout())
            .withDescription("How long a trajectory waits for its label.");

    public static final ConfigOption<Duration> LABEL_RETENTION = ConfigOptions.key("eddy.reward.label-retention")
            .durationType()
            .defaultValue(DEFAULTS.labelRetention())
            .withDescription("How long a label waits for trajectories: longer than queries queue and loops run.");

    public static final ConfigOption<Duration> GROUP_TIMEOUT = ConfigOptions.key("eddy.reward.group-timeout")
            .durationType()
            .defaultValue(DEFAULTS.groupTimeout())
            .withDescription("How long a group waits for its members, from the first on.");

    public static final ConfigOption<Duration> LATE_WINDOW = ConfigOptions.key("eddy.reward.late-window")
            .durationType()
            .defaultValue(DEFAULTS.lateWindow())
            .withDescription("How long a closed group is remembered, so that late members are known as such.");

    public static final ConfigOption<AdvantageEstimator> ESTIMATOR = ConfigOptions.key("eddy.reward.estimator")
            .enumType(AdvantageEstimator.class)
            .defaultValue(DEFAULTS.estimator())
            .withDescription("Estimator of advantages within a group, where the agent's reward names none of its own.");

    public static final ConfigOption<Integer> MIN_VALID = ConfigOptions.key("eddy.reward.min-valid")
            .intType()
            .defaultValue(DEFAULTS.minValid())
            .withDescription("Fewest trainable members that make a baseline.");

    public static final ConfigOption<Map<String, String>> REWARDS = ConfigOptions.key("eddy.reward.settings")
            .mapType()
            .defaultValue(Map.of())
            .withDescription("Settings of the agents' rewards, each name with the agent's before it.");

    public static final ConfigOption<Duration> ASK_TIMEOUT = ConfigOptions.key("eddy.reward.ask-timeout")
            .durationType()
            .defaultValue(DEFAULTS.asking().timeout())
            .withDescription("How long verifiers and judges are asked about a trajectory, all attempts together; below"
                    + " the group timeout.");

    public static final ConfigOption<Integer> ASK_RETRIES = ConfigOptions.key("eddy.reward.ask-retries")
            .intType()
            .defaultValue(DEFAULTS.asking().retries())
            .withDescription(
                    "How often a verifier or judge that cannot be reached is asked again, before the reward is FAILED.");

    public static final ConfigOption<Duration> ASK_PAUSE = ConfigOptions.key("eddy.reward.ask-pause")
            .durationType()
            .defaultValue(DEFAULTS.asking().pause())
            .withDescription("Pause before the first retry; each further one is twice as long.");

    public static final ConfigOption<Integer> ASK_CAPACITY = ConfigOptions.key("eddy.reward.ask-capacity")
            .intType()
            .defaultValue(DEFAULTS.asking().capacity())
            .withDescription("Trajectories that a subtask asks about at once.");

    private static final Set<PortOption> ASKED = EnumSet.of(PortOption.VERIFIER, PortOption.JUDGE);
    private static final Set<PortOption> ASKING =
            EnumSet.of(PortOption.VERIFIER, PortOption.JUDGE, PortOption.BLOB_STORE, PortOption.EFFECT_JOURNAL);

    private static final Set<Topic> WRITES =
            EnumSet.of(Topic.REWARDED_TRAJECTORIES, Topic.TRAINING_GROUPS, Topic.DEAD_LETTERS);

    private RewardJob() {}

    /** Adds the job to an environment. */
    public static void build(StreamExecutionEnvironment environment, ReadableConfig configuration) {
        JobStreams streams = new JobStreams(environment, configuration, NAME);
        RewardSettings settings = settings(configuration);
        AgentRewards.create(settings.agents()).forEach((agent, reward) -> {
            if (settings.agents().containsKey(agent)) {
                refuseWithoutPorts(agent, reward, configuration);
            }
        });
        streams.write(
                RewardPipeline.attach(
                        streams.read(Topic.TRAJECTORIES),
                        streams.read(Topic.LABELS),
                        NAME,
                        settings,
                        asks(configuration)),
                WRITES);
    }

    /** Throws where the configuration names no verifier or judge, and the reward asks one. */
    static void refuseWithoutPorts(String agent, AgentReward reward, ReadableConfig configuration) {
        PortOption.refuseWithout(
                PortOption.chosen(configuration, ASKED).keySet(),
                reward.needs(),
                "the reward of agent '" + agent + "'");
    }

    static RewardSettings settings(ReadableConfig configuration) {
        HashMap<String, HashMap<String, String>> agents = new HashMap<>();
        JobOptions.byAgent(configuration, REWARDS).forEach((agent, own) -> agents.put(agent, new HashMap<>(own)));
        return new RewardSettings(
                configuration.get(LABEL_TIMEOUT),
                configuration.get(LABEL_RETENTION),
                configuration.get(GROUP_TIMEOUT),
                configuration.get(LATE_WINDOW),
                configuration.get(ESTIMATOR),
                configuration.get(MIN_VALID),
                agents,
                new Asking(
                        configuration.get(ASK_TIMEOUT),
                        configuration.get(ASK_RETRIES),
                        configuration.get(ASK_PAUSE),
                        configuration.get(ASK_CAPACITY)));
    }

    /** Which verifier and judge are asked, with all that is set of them; the same text for the same ones. */
    static String asked(ReadableConfig configuration) {
        TreeMap<String, String> asked = new TreeMap<>();
        PortOption.chosen(configuration, ASKED)
                .forEach((port, choice) ->
                        asked.put(port.getSimpleName(), choice.name() + new TreeMap<>(choice.settings())));
        return asked.toString();
    }

    /** Null where neither a verifier nor a judge is chosen. */
    static EffectSource asks(ReadableConfig configuration) {
        if (PortOption.chosen(configuration, ASKED).isEmpty()) {
            return null;
        }
        PortOption.BLOB_STORE.choice(configuration); // so that one that is not named fails here by its option
        HashMap<Class<? extends AutoCloseable>, PortChoice> ports = PortOption.chosen(configuration, ASKING);
        ports.replaceAll((port, choice) -> choice.within(choice.limits().onceUnlessSet())); // the grader asks again
        return EffectSource.of(ports, PictureOptions.limits(configuration));
    }
}
