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
import java.util.concurrent.atomic.AtomicReference;

/** Questions that stand on the topic already, to be asked once more. */
public final class Questions {
    private Questions() {}

    /**
     * The question of this id.
     *
     * @param queryId {@code latest} takes the newest one that is not for training
     */
    public static Query find(Properties client, String queryId) {
        Codec<Query> codec = Codec.of(Query.class);
        AtomicReference<Query> newest = new AtomicReference<>();
        CommittedConsumer.readAll(client, Topic.QUERIES, each -> {
            Query query = codec.decode(each.value());
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
            throw new UserError(
                    "there is no question '" + queryId + "' on the topic; 'eddy topics tail queries' shows some");
        }
        return found;
    }
}
