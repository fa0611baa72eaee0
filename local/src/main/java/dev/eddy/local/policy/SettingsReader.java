// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Takes settings one by one; throws {@link IllegalArgumentException} naming the setting at fault. */
public final class SettingsReader {
    private final String owner;
    private final TreeMap<String, String> rest;

    /** @param owner whom the settings are of, for the message about unknown ones */
    public SettingsReader(String owner, Map<String, String> settings) {
        this.owner = owner;
        this.rest = new TreeMap<>(settings);
    }

    /** A whole number in a range, ends included. */
    public long whole(String name, long otherwise, long least, long most) {
        String text = rest.remove(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("setting '" + name + "' is a whole number, got '" + text + "'", e);
        }
        throw new IllegalArgumentException(
                "setting '" + name + "' lies between " + least + " and " + most + ", got '" + text + "'");
    }

    /** A number in a range, ends included. */
    public double number(String name, double otherwise, double least, double most) {
        String text = rest.remove(name);
        if (text == null) {
            return otherwise;
        }
        try {
            double value = Double.parseDouble(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("setting '" + name + "' is a number, got '" + text + "'", e);
        }
        throw new IllegalArgumentException(
                "setting '" + name + "' lies between " + least + " and " + most + ", got '" + text + "'");
    }

    /** One of some words. */
    public String oneOf(String name, String otherwise, List<String> words) {
        String text = rest.remove(name);
        if (text == null) {
            return otherwise;
        }
        if (!words.contains(text)) {
            throw new IllegalArgumentException("setting '" + name + "' is one of " + words + ", got '" + text + "'");
        }
        return text;
    }

    /**
     * A text that must be there.
     *
     * @param what it is, for the message where it is missing
     */
    public String needed(String name, String what) {
        String text = rest.remove(name);
        if (text == null) {
            throw new IllegalArgumentException(owner + " needs the setting '" + name + "': " + what);
        }
        return text;
    }

    /** Throws where a setting is left that nobody took. */
    public void end() {
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException(owner + " has no setting '" + rest.firstKey() + "'");
        }
    }
}
