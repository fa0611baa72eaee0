// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;

/** The same on RocksDB, where all state goes through its serializers. */
class GroupRecoveryITCase extends GroupRecoveryTest {
    @Override
    StateBackend backend() {
        return new EmbeddedRocksDBStateBackend();
    }
}
