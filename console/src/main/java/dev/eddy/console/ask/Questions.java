// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.ask;

import dev.eddy.console.UserError;
import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Topic;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleConsumer;

/** Questions that stand on the topic already, to be asked once more. */
public final class Questions {
    private Questions() {}

    /**
     * The question of this id.
     *
     * @param queryId {@code latest} takes the newest one that is not for training
     * @param progress told the share of the topic that has been read, 0 to 1
     */
    public static Query find(Properties client, String queryId, DoubleConsumer progress) {
        Codec<Query> codec = Codec.of(Query.class);
        AtomicReference<Query> newest = new AtomicReference<>();
        AtomicLong unreadable = new AtomicLong();
        CommittedConsumer.readAll(client, Topic.QUERIES, progress, each -> {
            Query query = CommittedConsumer.decoded(each.value(), codec::decode).orElse(null);
            if (query == null) {
                unreadable.incrementAndGet();
                return;
            }
            boolean wanted = queryId.equals("latest")
                    ? query.getPurpose() != Purpose.TRAIN
                    : query.getQueryId().equals(queryId);
            Query before = newest.get();
            if (wanted && (before == null || query.getSubmittedAt() >= before.getSubmittedAt())) {
                newest.set(query);
            }
        });
        Query found = newest.get();
        if (found == null) {
            String left = unreadable.get() == 0 ? "" : ", of which " + unreadable + " records cannot be read";
            throw new UserError("there is no question '" + queryId + "' on the topic" + left
                    + "; 'eddy topics tail queries' shows some");
        }
        return found;
    }
}
