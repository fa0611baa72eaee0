// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.advantage.KlEstimator;
import dev.eddy.agent.SettingsReader;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A frozen version of a policy that one that learns is not to move far from: each choice that it learns from costs its
 * divergence from what that version would have chosen. Thread-safe.
 */
public final class KlAnchor {
    private static final Set<String> PRICE = Set.of("kl", "kl-estimator");
    private static final Pattern NAME = Pattern.compile("(.+)@(\\d{1,18})");

    private final PolicyStore policies;
    private final String policy;
    private final long version;
    private final double coefficient;
    private final KlEstimator estimator;

    private KlAnchor(PolicyStore policies, String policy, long version, double coefficient, KlEstimator estimator) {
        this.policies = policies;
        this.policy = policy;
        this.version = version;
        this.coefficient = coefficient;
        this.estimator = estimator;
    }

    /**
     * Takes it out of settings: {@code kl}, what a nat costs, {@code kl-estimator} (k3), how nats are told, and
     * {@code kl-reference}, the version as {@code <policy>@<version>}. Null where a nat costs nothing.
     *
     * @param policies that the version is in; may be null where a nat costs nothing
     * @throws IllegalArgumentException naming the setting at fault
     */
    static KlAnchor of(PolicyStore policies, Map<String, String> settings) {
        String reference = settings.remove("kl-reference");
        Map<String, String> price = new HashMap<>(settings);
        price.keySet().retainAll(PRICE);
        settings.keySet().removeAll(PRICE);
        SettingsReader reader = new SettingsReader("the small policy's trainer", price);
        double coefficient = reader.number("kl", 0, 0, 1e6);
        KlEstimator estimator = reader.oneOf("kl-estimator", KlEstimator.K3);
        if (coefficient == 0) {
            return null;
        }
        if (reference == null || policies == null) {
            throw new IllegalArgumentException(
                    "the setting 'kl' needs 'kl-reference', a frozen version, and 'policies',"
                            + " the store that it is in");
        }
        return of(policies, reference, coefficient, estimator);
    }

    /**
     * @param name {@code <policy>@<version>}; throws {@link IllegalArgumentException} for anything else
     * @param coefficient what a nat costs, above 0
     */
    public static KlAnchor of(PolicyStore policies, String name, double coefficient, KlEstimator estimator) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "the setting 'kl-reference' names a version as <policy>@<version>, for example mcite@0, got '"
                            + name + "'");
        }
        return new KlAnchor(policies, parts.group(1), Long.parseLong(parts.group(2)), coefficient, estimator);
    }

    /**
     * The price of the choices of a batch.
     *
     * @param logProbs that this version gives them, in the order in which they are added
     */
    ChoiceLoss.Price price(float[] logProbs) {
        return new ChoiceLoss.Price(coefficient, estimator, logProbs);
    }

    /** The version's weights; fails with UNAVAILABLE while it is not stored: it may be, a moment later. */
    CompletableFuture<byte[]> weights() {
        return policies.list(policy)
                .thenCompose(versions -> versions.stream()
                        .filter(stored -> stored.policy().equals(policy) && stored.version() == version)
                        .findFirst()
                        .map(policies::get)
                        .orElseGet(() -> CompletableFuture.failedFuture(new PortException(
                                EffectStatus.UNAVAILABLE,
                                "the setting 'kl-reference' names version " + version + " of policy '" + policy
                                        + "', which is not stored"))));
    }
}
