// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Takes settings one by one; absent ones have the value that is given instead. Throws {@link IllegalArgumentException} naming the
 * setting at fault, its value and what was expected. Not thread-safe.
 */
public final class SettingsReader {
    private final String owner;
    private final TreeMap<String, String> rest;
    private final TreeSet<String> known = new TreeSet<>();

    /** @param owner whom the settings are of, for messages */
    public SettingsReader(String owner, Map<String, String> settings) {
        this.owner = owner;
        this.rest = new TreeMap<>(settings);
    }

    /** A whole number in a range, ends included. */
    public long whole(String name, long otherwise, long least, long most) {
        String text = text(name, null);
        if (text == null) {
            return otherwise;
        }
        String expected = "a whole number from " + least + " to " + most;
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw refused(name, expected, text, e);
        }
        throw refused(name, expected, text, null);
    }

    /** A whole number that is not below the least. */
    public int atLeast(int least, String name, int otherwise) {
        return (int) whole(name, otherwise, least, Integer.MAX_VALUE);
    }

    /** A finite number. */
    public double number(String name, double otherwise) {
        String text = text(name, null);
        if (text == null) {
            return otherwise;
        }
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw refused(name, "a number", text, e);
        }
        throw refused(name, "a number", text, null);
    }

    /** A number in a range, ends included. */
    public double number(String name, double otherwise, double least, double most) {
        String text = rest.get(name);
        double value = number(name, otherwise);
        if (text != null && !(value >= least && value <= most)) {
            throw refused(name, "a number from " + least + " to " + most, text, null);
        }
        return value;
    }

    /** Whether it is so. */
    public boolean flag(String name, boolean otherwise) {
        String text = text(name, Boolean.toString(otherwise));
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw refused(name, "true or false", text, null);
        };
    }

    /** One of some words. */
    public String oneOf(String name, String otherwise, List<String> words) {
        String text = text(name, otherwise);
        if (!words.contains(text)) {
            throw refused(name, "one of " + words, text, null);
        }
        return text;
    }

    /** One of an enumeration's constants, by its name on the wire. */
    public <E extends Enum<E>> E oneOf(String name, E otherwise) {
        E[] constants = otherwise.getDeclaringClass().getEnumConstants();
        List<String> words = Arrays.stream(constants).map(WireNames::of).toList();
        return constants[words.indexOf(oneOf(name, WireNames.of(otherwise), words))];
    }

    /** As it stands. */
    public String text(String name, String otherwise) {
        known.add(name);
        String text = rest.remove(name);
        return text == null ? otherwise : text;
    }

    /**
     * A text that must be there.
     *
     * @param what it is, for the message where it is missing
     */
    public String needed(String name, String what) {
        String text = text(name, null);
        if (text == null) {
            throw new IllegalArgumentException(owner + " needs the setting '" + name + "': " + what);
        }
        return text;
    }

    /** All settings whose names begin so, by the rest of their names. */
    public Map<String, String> under(String prefix) {
        known.add(prefix + "*");
        Map<String, String> found = new TreeMap<>();
        rest.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), value);
            }
        });
        rest.keySet().removeIf(name -> name.startsWith(prefix));
        return found;
    }

    /** Throws where a setting is left that nobody took. */
    public void end() {
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException(owner + " has no setting named " + rest.keySet() + "; it has " + known);
        }
    }

    private IllegalArgumentException refused(String name, String expected, String text, Exception cause) {
        return new IllegalArgumentException(
                "setting '" + name + "' of " + owner + " must be " + expected + ", got '" + text + "'", cause);
    }
}
