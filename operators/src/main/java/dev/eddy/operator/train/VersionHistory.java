// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.schemas.AnnouncedVersion;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** The announced versions of one policy: which weights each number stands for, and how far training had come. Not thread-safe. */
final class VersionHistory {
    private final String policy;
    private final int keep;
    private final TreeMap<Long, AnnouncedVersion> announced = new TreeMap<>();
    private Long pinned;

    /** @param keep how many to remember beside version 0 and the pinned one */
    VersionHistory(String policy, int keep) {
        this.policy = policy;
        this.keep = keep;
    }

    void restore(List<AnnouncedVersion> versions, Long pinnedVersion) {
        versions.forEach(version -> announced.put(version.getVersion(), version));
        pinned = pinnedVersion;
    }

    /** The number that the next announcement will have. */
    long next() {
        return announced.isEmpty() ? 0 : announced.lastKey() + 1;
    }

    Optional<AnnouncedVersion> newest() {
        return Optional.ofNullable(announced.lastEntry()).map(Map.Entry::getValue);
    }

    Optional<PolicyVersion> find(long version) {
        return Optional.ofNullable(announced.get(version)).map(this::named);
    }

    /**
     * Optimiser steps done when a version was announced; of a forgotten one, those of the next younger that is known. Empty
     * for a number that was never announced.
     */
    OptionalLong stepOf(long version) {
        Map.Entry<Long, AnnouncedVersion> entry = version < 0 ? null : announced.ceilingEntry(version);
        return entry == null
                ? OptionalLong.empty()
                : OptionalLong.of(entry.getValue().getStep());
    }

    void announce(PolicyVersion version, long step) {
        announced.put(version.version(), new AnnouncedVersion(version.version(), version.sha256(), step));
        long forgotten = version.version() - keep;
        announced.headMap(forgotten, true).keySet().removeIf(number -> number != 0 && !number.equals(pinned));
    }

    /** Keeps a version from being forgotten; null for none. */
    void pin(Long version) {
        pinned = version;
    }

    Long pinned() {
        return pinned;
    }

    List<AnnouncedVersion> announced() {
        return List.copyOf(announced.values());
    }

    /** The newest versions, version 0 and the pinned one. */
    Set<PolicyVersion> newest(int count) {
        Set<PolicyVersion> newest = new HashSet<>();
        announced.descendingMap().values().stream()
                .limit(count)
                .map(this::named)
                .forEach(newest::add);
        find(0).ifPresent(newest::add);
        if (pinned != null) {
            find(pinned).ifPresent(newest::add);
        }
        return newest;
    }

    List<PolicyVersion> named() {
        return announced.values().stream().map(this::named).toList();
    }

    /** "the versions 0 to 12", for a text. */
    String range() {
        return announced.isEmpty()
                ? "no version"
                : "the versions " + announced.firstKey() + " to " + announced.lastKey();
    }

    private PolicyVersion named(AnnouncedVersion version) {
        return new PolicyVersion(policy, version.getVersion(), version.getSha256());
    }
}
