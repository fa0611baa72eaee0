// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.redis;

import dev.eddy.port.ResultCache;
import dev.eddy.port.ResultCacheContract;
import org.junit.jupiter.api.Tag;

@Tag("real-services")
class RedisResultCacheITCase extends ResultCacheContract {
    @Override
    protected ResultCache open() throws Exception {
        return new RedisResultCache.Factory().open(RealRedis.settings());
    }
}
