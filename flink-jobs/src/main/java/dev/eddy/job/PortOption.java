// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.agent.Effect;
import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.EffectPorts;
import dev.eddy.port.BlobStore;
import dev.eddy.port.CallLimits;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.Encoder;
import dev.eddy.port.Judge;
import dev.eddy.port.PageIndex;
import dev.eddy.port.PictureSource;
import dev.eddy.port.PolicyDeployer;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PolicyTrainer;
import dev.eddy.port.PortChoice;
import dev.eddy.port.ResultCache;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.TrajectoryReader;
import dev.eddy.port.Verifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;

/** Chooses the implementation of a port: a pair of options, its name and its settings. */
public enum PortOption {
    POLICY_MODEL(PolicyModel.class, "policy-model", "Inference on policies."),
    DEMONSTRATION_BANK(DemonstrationBank.class, "demonstration-bank", "Banks of demonstrations."),
    PAGE_INDEX(PageIndex.class, "page-index", "Corpora of page pictures."),
    SEARCH_ENGINE(SearchEngine.class, "search-engine", "Searches of the web."),
    RESULT_CACHE(ResultCache.class, "result-cache", "What searches found; without one each is paid for."),
    ENCODER(Encoder.class, "encoder", "Texts as vectors."),
    VERIFIER(Verifier.class, "verifier", "Labels of queries and snippets."),
    JUDGE(Judge.class, "judge", "Whether an answer means what a reference answer does."),
    BLOB_STORE(BlobStore.class, "blob-store", "Pictures and large records by content hash."),
    PICTURE_SOURCE(
            PictureSource.class,
            "picture-source",
            "Pictures that queries name by address alone; without one, all must be in the blob store."),
    POLICY_STORE(PolicyStore.class, "policy-store", "Weights by version."),
    POLICY_DEPLOYER(
            PolicyDeployer.class,
            "policy-deployer",
            "Brings versions to the servers that compute them, before they are announced; without one, whoever serves a policy"
                    + " reads the store."),
    EFFECT_JOURNAL(EffectJournal.class, "effect-journal", "First completions of effects."),
    POLICY_TRAINER(PolicyTrainer.class, "policy-trainer", "What learns."),
    TRAJECTORY_READER(TrajectoryReader.class, "trajectory-reader", "Trajectories by reference.");

    private final Class<? extends AutoCloseable> port;
    private final ConfigOption<String> name;
    private final ConfigOption<Map<String, String>> settings;
    private final CallLimitOptions limits;

    PortOption(Class<? extends AutoCloseable> port, String key, String what) {
        this.port = port;
        name = ConfigOptions.key("eddy." + key + ".name")
                .stringType()
                .noDefaultValue()
                .withDescription(what + " The name of an implementation on the class path.");
        settings = ConfigOptions.key("eddy." + key + ".settings")
                .mapType()
                .defaultValue(Map.of())
                .withDescription(what + " The implementation's own settings.");
        limits = CallLimitOptions.of(key, EffectPorts.runs(port) ? EffectLimits.DEFAULT.deadline(port) : null);
    }

    /** Those whose calls can be held back: a store or a journal that refused one would lose what was paid for. */
    private static final Set<PortOption> LIMITED = EnumSet.of(
            POLICY_MODEL,
            DEMONSTRATION_BANK,
            PAGE_INDEX,
            SEARCH_ENGINE,
            RESULT_CACHE,
            ENCODER,
            VERIFIER,
            JUDGE,
            PICTURE_SOURCE);

    /** The one that chooses implementations of this interface. */
    static PortOption of(Class<? extends AutoCloseable> port) {
        return Arrays.stream(values())
                .filter(option -> option.port == port)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no option chooses a " + port.getSimpleName()));
    }

    public ConfigOption<String> implementation() {
        return name;
    }

    public ConfigOption<Map<String, String>> settings() {
        return settings;
    }

    /** How long an effect on the port may take; null where none runs on it. */
    public ConfigOption<Duration> deadline() {
        return limits.deadline();
    }

    /** All of them, those of limits where calls to it can be held back. */
    List<ConfigOption<?>> options() {
        List<ConfigOption<?>> options = new ArrayList<>(List.of(name, settings));
        if (LIMITED.contains(this)) {
            options.addAll(limits.all());
        }
        return options;
    }

    /**
     * Makes a configuration choose an implementation. Each setting is an entry of its own there, so that somebody else's go
     * beside it and before it.
     */
    public void choose(Configuration configuration, String chosen, Map<String, String> itsSettings) {
        configuration.set(name, chosen);
        itsSettings.forEach((setting, value) -> configuration.setString(settings.key() + "." + setting, value));
    }

    /** What a configuration chooses of these, by interface; what it names nothing for is left out. */
    static HashMap<Class<? extends AutoCloseable>, PortChoice> chosen(
            ReadableConfig configuration, Set<PortOption> options) {
        HashMap<Class<? extends AutoCloseable>, PortChoice> chosen = new HashMap<>();
        for (PortOption option : options) {
            if (configuration.getOptional(option.name).isPresent()) {
                chosen.put(option.port, option.choice(configuration));
            }
        }
        return chosen;
    }

    /**
     * Throws where there is nothing to run a kind of effect on.
     *
     * @param chosen interfaces of which the configuration names an implementation
     * @param who needs these kinds, for the message
     */
    static void refuseWithout(
            Set<Class<? extends AutoCloseable>> chosen, Set<Class<? extends Effect>> needs, String who) {
        for (Class<? extends Effect> kind : needs) {
            Class<? extends AutoCloseable> port = EffectPorts.running(kind);
            if (!chosen.contains(port)) {
                throw new IllegalArgumentException(who + " cannot work without a " + port.getSimpleName()
                        + ", which runs its effects of the kind " + kind.getSimpleName() + ": name one in option '"
                        + of(port).implementation().key() + "'");
            }
        }
    }

    /** What a configuration chooses; throws where it names nothing. */
    public PortChoice choice(ReadableConfig configuration) {
        String chosen = configuration
                .getOptional(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "option '" + name.key() + "' is not set: it names the implementation to use"));
        PortChoice choice = PortChoice.of(chosen, configuration.get(settings));
        if (!LIMITED.contains(this)) {
            return choice;
        }
        CallLimits read = limits.read(configuration);
        return choice.within(this == RESULT_CACHE ? read.onceUnlessSet() : read); // a miss is cheaper than a wait
    }
}
