// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.KafkaException;

/** Feeds the board from the topics, in a thread of its own, until it is closed. */
public final class TopicFeed implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(250);
    private static final String LIVE = "live";

    private final Properties client;
    private final Board board;
    private final Thread thread;
    private volatile String state = "connecting";
    private volatile boolean closed;

    private TopicFeed(Properties client, Board board) {
        this.client = client;
        this.board = board;
        this.thread = new Thread(this::run, "eddy-page-feed");
        this.thread.setDaemon(true);
    }

    /** @param client how to reach the brokers; the topics must exist */
    public static TopicFeed start(Properties client, Board board) {
        TopicFeed feed = new TopicFeed(client, board);
        feed.thread.start();
        return feed;
    }

    /** {@code live}, or what is wrong. */
    public String state() {
        return state;
    }

    /** Whether the topics are read. */
    public boolean isLive() {
        return state.equals(LIVE);
    }

    private void run() {
        try (TopicReader reader =
                TopicReader.fromBeginning(client, board.topics().toArray(Topic[]::new))) {
            state = LIVE;
            while (!closed) {
                List<Incoming> records = reader.poll(POLL);
                if (!records.isEmpty()) {
                    board.apply(records);
                }
            }
        } catch (KafkaException | IllegalStateException e) {
            state = "the topics cannot be read: " + e.getMessage();
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join();
    }
}
