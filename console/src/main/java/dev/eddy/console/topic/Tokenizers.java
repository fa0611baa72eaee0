// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.console.UserError;
import dev.eddy.console.settings.Settings;
import dev.eddy.job.PortOption;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.Ports;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;

/**
 * The tokenizers that trajectories may have been written with: the small policies' own, and that of a chosen model, which is opened
 * when another than the first is asked for. Thread-safe.
 */
public final class Tokenizers {
    private final Configuration given;
    private Optional<Tokenizer> chosen;

    private Tokenizers(Configuration given) {
        this.given = given;
    }

    /** That of the small policies alone. */
    public static Tokenizers words() {
        return new Tokenizers(new Configuration());
    }

    /** With that of the model which {@code eddy.policy-model} names, if it names one. */
    public static Tokenizers of(Settings settings) {
        return new Tokenizers(settings.configuration());
    }

    /**
     * @param hash as a trajectory names it
     * @throws UserError if the chosen model cannot be opened
     */
    public Optional<Tokenizer> find(String hash) {
        Tokenizer words = WordTokenizer.instance();
        return words.hash().equals(hash)
                ? Optional.of(words)
                : chosen().filter(tokenizer -> tokenizer.hash().equals(hash));
    }

    private synchronized Optional<Tokenizer> chosen() {
        if (chosen == null) {
            boolean named =
                    given.getOptional(PortOption.POLICY_MODEL.implementation()).isPresent();
            chosen = named ? Optional.of(open()) : Optional.empty();
        }
        return chosen;
    }

    private Tokenizer open() {
        try (Ports.Lease<PolicyModel> model =
                PortOption.POLICY_MODEL.choice(given).lease(PolicyModel.class)) {
            return model.get().tokenizer();
        } catch (Exception e) {
            throw new UserError(
                    "the model whose tokenizer trajectories may have cannot be opened (eddy.policy-model): "
                            + e.getMessage(),
                    e);
        }
    }
}
