// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

/**
 * What one acquisition may use up.
 *
 * @param calls H, tool calls
 * @param acquisitionTokens B_acq, tokens of all acquisition calls together, shown and generated
 * @param contextTokens B_ctx, tokens of the committed demonstrations
 */
public record Tier(int calls, int acquisitionTokens, int contextTokens) {
    public Tier {
        if (calls < 1 || acquisitionTokens < 1 || contextTokens < 1) {
            throw new IllegalArgumentException(
                    "a tier needs positive calls, acquisition tokens and context tokens, got " + calls + "/"
                            + acquisitionTokens + "/" + contextTokens);
        }
    }

    /** Reads {@code calls/acquisitionTokens/contextTokens}. */
    static Tier parse(String text) {
        String[] parts = text.split("/");
        if (parts.length == 3) {
            try {
                return new Tier(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(shape(text), e);
            }
        }
        throw new IllegalArgumentException(shape(text));
    }

    private static String shape(String text) {
        return "a tier is written calls/acquisition tokens/context tokens, for example 20/393216/32768, got '" + text
                + "'";
    }

    @Override
    public String toString() {
        return calls + "/" + acquisitionTokens + "/" + contextTokens;
    }
}
