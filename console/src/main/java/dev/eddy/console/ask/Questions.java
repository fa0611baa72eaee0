// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.ask;

import dev.eddy.console.UserError;
import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.AnswerStatus;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Topic;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleConsumer;
import java.util.stream.Collectors;

/** Questions that stand on the topic already, to be asked once more. */
public final class Questions {
    private Questions() {}

    private static final String LATEST = "latest";

    /** Of so many of the newest, {@code latest} takes the newest that was answered. */
    private static final int LOOKED_AT = 1_000;

    /**
     * The question of this id.
     *
     * @param queryId {@code latest} takes the newest one that was answered and is not for training
     * @param progress told the share of the topic that has been read, 0 to 1
     */
    public static Query find(Properties client, String queryId, DoubleConsumer progress) {
        Codec<Query> codec = Codec.of(Query.class);
        boolean latest = queryId.equals(LATEST);
        PriorityQueue<Query> newest = new PriorityQueue<>(Comparator.comparingLong(Query::getSubmittedAt));
        AtomicLong unreadable = new AtomicLong();
        CommittedConsumer.readAll(client, Topic.QUERIES, progress, each -> {
            Query query = CommittedConsumer.decoded(each.value(), codec::decode).orElse(null);
            if (query == null) {
                unreadable.incrementAndGet();
                return;
            }
            if (latest
                    ? query.getPurpose() != Purpose.TRAIN
                    : query.getQueryId().equals(queryId)) {
                newest.add(query);
                if (newest.size() > LOOKED_AT) {
                    newest.remove();
                }
            }
        });
        if (latest) {
            Set<String> answered =
                    answered(client, newest.stream().map(Query::getQueryId).collect(Collectors.toSet()));
            newest.removeIf(query -> !answered.contains(query.getQueryId()));
        }
        Query found = newest.stream().max(newest.comparator()).orElse(null);
        if (found == null && latest) {
            throw new UserError(
                    "none of the newest questions on the topic that are not for training has an answer yet");
        }
        if (found == null) {
            String left = unreadable.get() == 0 ? "" : ", of which " + unreadable + " records cannot be read";
            throw new UserError("there is no question '" + queryId + "' on the topic" + left
                    + "; 'eddy topics tail queries' shows some");
        }
        return found;
    }

    private static Set<String> answered(Properties client, Set<String> among) {
        Codec<Answer> codec = Codec.of(Answer.class);
        Set<String> answered = new HashSet<>();
        CommittedConsumer.readAll(client, Topic.ANSWERS, codec::decode, (answer, at) -> {
            if (answer.getStatus() == AnswerStatus.ANSWERED && among.contains(answer.getQueryId())) {
                answered.add(answer.getQueryId());
            }
        });
        return answered;
    }
}
