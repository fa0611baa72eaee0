// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.agent.SettingsReader;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A frozen version of a policy that one that learns is not to move far from: each choice that it learns from costs its
 * divergence (k3) from what that version would have chosen. Thread-safe.
 */
public final class KlAnchor {
    private static final String STORE = "policies";
    private static final Pattern NAME = Pattern.compile("(.+)@(\\d{1,18})");

    private final PolicyStore policies;
    private final String policy;
    private final long version;
    private final double coefficient;

    private KlAnchor(PolicyStore policies, String policy, long version, double coefficient) {
        this.policies = policies;
        this.policy = policy;
        this.version = version;
        this.coefficient = coefficient;
    }

    /**
     * Takes it from settings: {@code kl}, what a nat costs, and {@code kl-reference}, the version as
     * {@code <policy>@<version>}, which is in the store {@code policies}. Null where a nat costs nothing.
     *
     * @throws IllegalArgumentException naming the setting at fault
     */
    static KlAnchor of(Stores stores) throws IOException {
        Map<String, String> settings = stores.others();
        PolicyStore policies = settings.containsKey(STORE) ? stores.lease(PolicyStore.class, STORE) : null;
        String reference = settings.remove("kl-reference");
        String price = settings.remove("kl");
        double coefficient = new SettingsReader(
                        "the small policy's trainer", price == null ? Map.of() : Map.of("kl", price))
                .number("kl", 0, 0, 1e6);
        if (coefficient == 0) {
            return null;
        }
        if (reference == null || policies == null) {
            throw new IllegalArgumentException("the setting 'kl' needs 'kl-reference', a frozen version, and '" + STORE
                    + "', the store that it is in");
        }
        return of(policies, reference, coefficient);
    }

    /**
     * @param name {@code <policy>@<version>}; throws {@link IllegalArgumentException} for anything else
     * @param coefficient what a nat costs, above 0
     */
    public static KlAnchor of(PolicyStore policies, String name, double coefficient) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "the setting 'kl-reference' names a version as <policy>@<version>, for example mcite@0, got '"
                            + name + "'");
        }
        return new KlAnchor(policies, parts.group(1), Long.parseLong(parts.group(2)), coefficient);
    }

    double coefficient() {
        return coefficient;
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
