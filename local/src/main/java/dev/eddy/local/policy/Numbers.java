// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

/** Numbers in texts that others wrote. */
public final class Numbers {
    public static final int NONE = -1;

    private Numbers() {}

    /** A number of up to nine digits; {@link #NONE} for any other text. */
    public static int parse(String text) {
        if (text.isEmpty() || text.length() > 9) {
            return NONE;
        }
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
