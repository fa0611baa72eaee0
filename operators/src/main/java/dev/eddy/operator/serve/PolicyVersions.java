// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.operator.WireType;
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
 * The announced versions of every policy, the same in all subtasks. The newest is the one to serve; a rollback is simply a
 * newer version. The oldest are forgotten, so that state stays small.
 */
final class PolicyVersions {
    private static final int KEPT = 1_024;
    private static final MapStateDescriptor<String, PolicyUpdate> DESCRIPTOR =
            new MapStateDescriptor<>("policy-versions", Types.STRING, WireType.of(PolicyUpdate.class));

    private final BroadcastState<String, PolicyUpdate> state;
    private final Map<String, TreeMap<Long, PolicyVersion>> announced = new HashMap<>();

    PolicyVersions(OperatorStateStore states) throws Exception {
        state = states.getBroadcastState(DESCRIPTOR);
        for (Map.Entry<String, PolicyUpdate> entry : state.immutableEntries()) {
            index(entry.getValue());
        }
    }

    void announce(PolicyUpdate update) throws Exception {
        state.put(key(update.getPolicy(), update.getVersion()), update);
        index(update);
        TreeMap<Long, PolicyVersion> versions = announced.get(update.getPolicy());
        while (versions.size() > KEPT) {
            state.remove(key(update.getPolicy(), versions.pollFirstEntry().getKey()));
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

    /** The newest version of a policy; null before its first announcement. */
    PolicyVersion latest(String policy) {
        TreeMap<Long, PolicyVersion> versions = announced.get(policy);
        return versions == null ? null : versions.lastEntry().getValue();
    }

    /** What a query's generations are issued to now: the version that it is pinned to, else the newest; null for none. */
    PolicyVersion forQuery(Query query) {
        TreeMap<Long, PolicyVersion> versions = announced.get(query.getPolicy());
        if (versions == null) {
            return null;
        }
        return query.getPinnedVersion() == null
                ? versions.lastEntry().getValue()
                : versions.get(query.getPinnedVersion());
    }

    /** True if a query without a version may still get one: it is not pinned to one that was passed over or forgotten. */
    boolean mayCome(Query query) {
        PolicyVersion latest = latest(query.getPolicy());
        return latest == null || query.getPinnedVersion() == null || query.getPinnedVersion() > latest.version();
    }
}
