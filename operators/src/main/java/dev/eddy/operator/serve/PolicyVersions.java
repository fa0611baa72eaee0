// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.operator.WireType;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.PolicyControl;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Query;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * The announced versions of every policy, the same in all subtasks. The newest is the one to serve (a rollback is simply a
 * newer version), unless an operator's PIN names another that is known. The oldest are forgotten, so that state stays small.
 */
final class PolicyVersions {
    private static final int KEPT = 1_024;
    private static final MapStateDescriptor<String, PolicyUpdate> DESCRIPTOR =
            new MapStateDescriptor<>("policy-versions", Types.STRING, WireType.of(PolicyUpdate.class));

    private static final TreeMap<Long, PolicyVersion> NONE = new TreeMap<>();
    private static final MapStateDescriptor<String, PolicyControl> PINS =
            new MapStateDescriptor<>("policy-pins", Types.STRING, WireType.of(PolicyControl.class));

    private final BroadcastState<String, PolicyUpdate> state;
    private final BroadcastState<String, PolicyControl> pins;
    private final Map<String, TreeMap<Long, PolicyVersion>> announced = new HashMap<>();
    private final Map<String, Long> pinned = new HashMap<>();

    PolicyVersions(OperatorStateStore states) throws Exception {
        state = states.getBroadcastState(DESCRIPTOR);
        pins = states.getBroadcastState(PINS);
        for (Map.Entry<String, PolicyControl> entry : pins.immutableEntries()) {
            pinned.put(entry.getKey(), entry.getValue().getVersion());
        }
        for (Map.Entry<String, PolicyUpdate> entry : state.immutableEntries()) {
            index(entry.getValue());
        }
    }

    void announce(PolicyUpdate update) throws Exception {
        state.put(key(update.getPolicy(), update.getVersion()), update);
        index(update);
        TreeMap<Long, PolicyVersion> versions = announced.get(update.getPolicy());
        while (versions.size() > KEPT) {
            long oldest = versions.firstKey();
            boolean kept = Long.valueOf(oldest).equals(pinned.get(update.getPolicy()));
            long forgotten = kept ? versions.higherKey(oldest) : oldest;
            versions.remove(forgotten);
            state.remove(key(update.getPolicy(), forgotten));
        }
    }

    /** Takes PIN and UNPIN to heart; what else there is concerns the trainer. A pin counts once its version is announced. */
    void obey(PolicyControl command) throws Exception {
        if (command.getCommand() == ControlCommand.PIN && command.getVersion() != null) {
            pins.put(command.getPolicy(), command);
            pinned.put(command.getPolicy(), command.getVersion());
        } else if (command.getCommand() == ControlCommand.UNPIN) {
            pins.remove(command.getPolicy());
            pinned.remove(command.getPolicy());
        }
    }

    private void index(PolicyUpdate update) {
        announced
                .computeIfAbsent(update.getPolicy(), none -> new TreeMap<>())
                .put(
                        update.getVersion(),
                        new PolicyVersion(update.getPolicy(), update.getVersion(), update.getSha256()));
    }

    private static String key(String policy, long version) {
        return policy + "/" + version;
    }

    /** The version of a policy to serve; null before its first announcement. */
    PolicyVersion current(String policy) {
        TreeMap<Long, PolicyVersion> versions = announced.get(policy);
        if (versions == null) {
            return null;
        }
        PolicyVersion newest = versions.lastEntry().getValue();
        return versions.getOrDefault(pinned.getOrDefault(policy, newest.version()), newest);
    }

    /** What a query's generations are issued to now: the version that it is pinned to, else the current; null for none. */
    PolicyVersion forQuery(Query query) {
        if (query.getPinnedVersion() == null) {
            return current(query.getPolicy());
        }
        return announced.getOrDefault(query.getPolicy(), NONE).get(query.getPinnedVersion());
    }

    /** True if a query without a version may still get one: it is not pinned to one that was passed over or forgotten. */
    boolean mayCome(Query query) {
        TreeMap<Long, PolicyVersion> versions = announced.get(query.getPolicy());
        return versions == null || query.getPinnedVersion() == null || query.getPinnedVersion() > versions.lastKey();
    }
}
