// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.redis;

import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectJournalContract;
import org.junit.jupiter.api.Tag;

@Tag("real-services")
class RedisEffectJournalITCase extends EffectJournalContract {
    @Override
    protected EffectJournal open() throws Exception {
        return new RedisEffectJournal.Factory().open(RealRedis.settings());
    }
}
