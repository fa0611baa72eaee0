// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;

/** Settings that a configuration may hold, by key. Immutable. */
public final class Catalogue {
    private final SortedMap<String, ConfigOption<?>> options;

    private Catalogue(SortedMap<String, ConfigOption<?>> options) {
        this.options = Collections.unmodifiableSortedMap(options);
    }

    /**
     * Gathers options.
     *
     * @param holders classes with options as public constants
     * @param further options that stand elsewhere
     */
    public static Catalogue of(List<Class<?>> holders, Collection<ConfigOption<?>> further) {
        SortedMap<String, ConfigOption<?>> found = new TreeMap<>();
        further.forEach(option -> found.put(option.key(), option));
        for (Class<?> holder : holders) {
            for (Field field : holder.getFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getType() == ConfigOption.class) {
                    ConfigOption<?> option = valueOf(field);
                    if (found.put(option.key(), option) != null) {
                        throw new IllegalArgumentException("two settings have the key '" + option.key() + "'");
                    }
                }
            }
        }
        return new Catalogue(found);
    }

    public Collection<ConfigOption<?>> options() {
        return options.values();
    }

    /** True if the key is a setting or an entry of a map setting. */
    public boolean knows(String key) {
        return options.containsKey(key) || mapOf(key) != null;
    }

    /** The map setting that a key is an entry of, as {@code kafka.client.acks} is of {@code kafka.client}; or null. */
    public String mapOf(String key) {
        for (int dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
            ConfigOption<?> option = options.get(key.substring(0, dot));
            if (option != null && option.defaultValue() instanceof Map) {
                return option.key();
            }
        }
        return null;
    }

    /** What to say of a key that is no setting: the nearest one, if any is near. */
    public Optional<String> nearest(String key) {
        return NearestName.to(key, options.keySet());
    }

    private static ConfigOption<?> valueOf(Field field) {
        try {
            return (ConfigOption<?>) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the setting " + field + " cannot be read", e);
        }
    }
}
