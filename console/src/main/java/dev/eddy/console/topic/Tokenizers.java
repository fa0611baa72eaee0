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
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;

/** The tokenizers that trajectories may have been written with: the small policies' own, and that of a chosen model. Immutable. */
public final class Tokenizers {
    private final List<Tokenizer> known;

    private Tokenizers(List<Tokenizer> known) {
        this.known = known;
    }

    /** That of the small policies alone. */
    public static Tokenizers words() {
        return new Tokenizers(List.of(WordTokenizer.instance()));
    }

    /**
     * With that of the model which {@code eddy.policy-model} names, if it names one.
     *
     * @throws UserError if that model cannot be opened
     */
    public static Tokenizers of(Settings settings) {
        Configuration given = settings.configuration();
        if (given.getOptional(PortOption.POLICY_MODEL.implementation()).isEmpty()) {
            return words();
        }
        try (Ports.Lease<PolicyModel> model =
                PortOption.POLICY_MODEL.choice(given).lease(PolicyModel.class)) {
            return new Tokenizers(List.of(WordTokenizer.instance(), model.get().tokenizer()));
        } catch (Exception e) {
            throw new UserError(
                    "the model whose tokenizer trajectories may have cannot be opened (eddy.policy-model): "
                            + e.getMessage(),
                    e);
        }
    }

    /** @param hash as a trajectory names it */
    public Optional<Tokenizer> find(String hash) {
        return known.stream().filter(tokenizer -> tokenizer.hash().equals(hash)).findFirst();
    }
}
