// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.operator.WireType;
import dev.eddy.schemas.PolicyControl;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Query;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * The announced versions of every policy, the same in all subtasks. The newest is the one to serve (a rollback is simply a
 * newer version), unless an operator's PIN names another. The oldest are forgotten, so that state stays small; version 0, which
 * baselines and references are pinned to, never is.
 *
 * <p>A PIN counts if its version had been announced when it was given, as at the trainer. The two come from topics that nobody reads
 * in one order, so that is told from the records' times, and a PIN that comes before its announcement waits for it.
 */
final class PolicyVersions {
    private static final int KEPT = 1_024;
    private static final MapStateDescriptor<String, PolicyUpdate> DESCRIPTOR =
            new MapStateDescriptor<>("policy-versions", Types.STRING, WireType.of(PolicyUpdate.class));

    private static final TreeMap<Long, PolicyUpdate> NONE = new TreeMap<>();
    private static final MapStateDescriptor<String, PolicyControl> PINS =
            new MapStateDescriptor<>("policy-pins", Types.STRING, WireType.of(PolicyControl.class));
    private static final MapStateDescriptor<String, PolicyControl> WAITING =
            new MapStateDescriptor<>("policy-pins-waiting", Types.STRING, WireType.of(PolicyControl.class));

    private final BroadcastState<String, PolicyUpdate> state;
    private final BroadcastState<String, PolicyControl> pins;
    /** The last PIN of a policy whose version is not announced yet. */
    private final BroadcastState<String, PolicyControl> waiting;

    private final Map<String, TreeMap<Long, PolicyUpdate>> announced = new HashMap<>();
    private final Map<String, Long> pinned = new HashMap<>();

    PolicyVersions(OperatorStateStore states) throws Exception {
        state = states.getBroadcastState(DESCRIPTOR);
        pins = states.getBroadcastState(PINS);
        waiting = states.getBroadcastState(WAITING);
        for (Map.Entry<String, PolicyControl> entry : pins.immutableEntries()) {
            pinned.put(entry.getKey(), entry.getValue().getVersion());
        }
        for (Map.Entry<String, PolicyUpdate> entry : state.immutableEntries()) {
            index(entry.getValue());
        }
    }

    /**
     * Takes up an announcement.
     *
     * @param at the record's time in epoch milliseconds
     * @return the PIN that is refused because of it: it named this version before there was one
     */
    Optional<PolicyControl> announce(PolicyUpdate update, long at) throws Exception {
        PolicyUpdate timed = PolicyUpdate.newBuilder(update).setAnnouncedAt(at).build();
        state.put(key(update.getPolicy(), update.getVersion()), timed);
        index(timed);
        Optional<PolicyControl> refused = decide(timed);
        forget(update.getPolicy());
        return refused;
    }

    private Optional<PolicyControl> decide(PolicyUpdate update) throws Exception {
        PolicyControl pin = waiting.get(update.getPolicy());
        if (pin == null || pin.getVersion() != update.getVersion()) {
            return Optional.empty();
        }
        waiting.remove(update.getPolicy());
        return pin(pin, update) ? Optional.empty() : Optional.of(pin);
    }

    private boolean pin(PolicyControl pin, PolicyUpdate update) throws Exception {
        if (update.getAnnouncedAt() > pin.getIssuedAt()) {
            return false;
        }
        pins.put(pin.getPolicy(), pin);
        pinned.put(pin.getPolicy(), pin.getVersion());
        return true;
    }

    private void forget(String policy) throws Exception {
        TreeMap<Long, PolicyUpdate> versions = announced.get(policy);
        long forgotten = 0;
        while (versions.size() > KEPT) {
            forgotten = versions.higherKey(forgotten);
            if (!Long.valueOf(forgotten).equals(pinned.get(policy))) {
                versions.remove(forgotten);
                state.remove(key(policy, forgotten));
            }
        }
    }

    /**
     * Takes PIN and UNPIN to heart; what else there is concerns the trainer.
     *
     * @param at the record's time in epoch milliseconds
     * @return false for a PIN that is refused: it names no version, or one that can't be announced any more
     */
    boolean obey(PolicyControl command, long at) throws Exception {
        String policy = command.getPolicy();
        return switch (command.getCommand()) {
            case PIN ->
                obeyPin(PolicyControl.newBuilder(command).setIssuedAt(at).build());
            case UNPIN -> {
                pins.remove(policy);
                pinned.remove(policy);
                waiting.remove(policy);
                yield true;
            }
            case ROLLBACK, FLUSH -> true;
        };
    }

    private boolean obeyPin(PolicyControl pin) throws Exception {
        if (pin.getVersion() == null) {
            return false;
        }
        TreeMap<Long, PolicyUpdate> versions = announced.getOrDefault(pin.getPolicy(), NONE);
        PolicyUpdate update = versions.get(pin.getVersion());
        if (update != null) {
            waiting.remove(pin.getPolicy());
            return pin(pin, update);
        }
        if (!versions.isEmpty() && pin.getVersion() < versions.lastKey()) {
            return false;
        }
        waiting.put(pin.getPolicy(), pin);
        return true;
    }

    private void index(PolicyUpdate update) {
        announced.computeIfAbsent(update.getPolicy(), none -> new TreeMap<>()).put(update.getVersion(), update);
    }

    private static String key(String policy, long version) {
        return policy + "/" + version;
    }

    private static PolicyVersion named(PolicyUpdate update) {
        return update == null ? null : new PolicyVersion(update.getPolicy(), update.getVersion(), update.getSha256());
    }

    /** The version of a policy to serve; null before its first announcement. */
    PolicyVersion current(String policy) {
        TreeMap<Long, PolicyUpdate> versions = announced.get(policy);
        if (versions == null) {
            return null;
        }
        PolicyUpdate newest = versions.lastEntry().getValue();
        return named(versions.getOrDefault(pinned.getOrDefault(policy, newest.getVersion()), newest));
    }

    /** What a query's generations are issued to now: the version that it is pinned to, else the current; null for none. */
    PolicyVersion forQuery(Query query) {
        if (query.getPinnedVersion() == null) {
            return current(query.getPolicy());
        }
        return named(announced.getOrDefault(query.getPolicy(), NONE).get(query.getPinnedVersion()));
    }

    /** True if a query without a version may still get one: it is not pinned to one that was passed over or forgotten. */
    boolean mayCome(Query query) {
        TreeMap<Long, PolicyUpdate> versions = announced.get(query.getPolicy());
        return versions == null || query.getPinnedVersion() == null || query.getPinnedVersion() > versions.lastKey();
    }
}
