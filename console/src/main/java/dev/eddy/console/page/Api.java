// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import dev.eddy.console.board.Board;
import dev.eddy.console.board.TopicFeed;
import dev.eddy.console.settings.Typed;
import dev.eddy.console.topic.Tokenizers;
import dev.eddy.console.topic.TopicSizes;
import dev.eddy.console.topic.TrajectoryLookup;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Trajectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** The page's data as JSON, read-only. */
final class Api {
    private static final long SEARCHED_PER_PARTITION = 5_000;

    private final Properties client;
    private final Path run;
    private final Board board;
    private final TopicFeed feed;
    private final TrajectoryList list;
    private final TrajectoryView view;
    private final TrajectoryLookup lookup;

    /** @param run and tokenizers: see {@link PageServer.Options} */
    Api(Properties client, Board board, TopicFeed feed, BlobStore blobs, Path run, Tokenizers tokenizers) {
        this.run = run;
        this.client = client;
        this.board = board;
        this.feed = feed;
        this.list = new TrajectoryList(board);
        this.view = new TrajectoryView(blobs, tokenizers);
        this.lookup = new TrajectoryLookup(client, blobs);
    }

    /** The reply to a path under {@code /api/}. */
    Reply get(Request request) {
        return switch (request.path()) {
            case "/api/status" -> Reply.json(Map.of("feed", feed.state()));
            case "/api/overview" -> Reply.json(board.overview());
            case "/api/metrics" -> Reply.json(board.metrics());
            case "/api/trajectories" -> list.get(request);
            case "/api/trajectory" -> trajectory(request);
            case "/api/topics" -> Reply.json(topics());
            default -> Reply.text(404, "there is nothing at " + request.path());
        };
    }

    /**
     * One line of the topics table.
     *
     * @param tail the command that reads it
     */
    record TopicLine(
            String name,
            String tail,
            String key,
            String value,
            String kept,
            String writer,
            boolean transactional,
            int partitions,
            long offsets) {}

    private List<TopicLine> topics() {
        List<TopicLine> lines = new ArrayList<>();
        for (TopicSizes.Size size : TopicSizes.read(client)) {
            Duration retention = size.topic().retention();
            lines.add(new TopicLine(
                    size.topic().topicName(),
                    Typed.about(run, "topics tail " + size.topic().topicName() + " --follow"),
                    size.topic().key(),
                    size.topic().value().getSimpleName(),
                    retention == null ? "for ever" : retention.toDays() + " days",
                    size.topic().writer(),
                    size.topic().transactional(),
                    size.partitions(),
                    size.offsets()));
        }
        return lines;
    }

    private Reply trajectory(Request request) {
        Optional<String> id = request.parameter("id");
        if (id.isEmpty()) {
            return Reply.text(400, "which one? Ask for /api/trajectory?id=<trajectory id>");
        }
        Optional<RewardedTrajectory> scored = board.trajectory(id.get());
        Optional<Trajectory> found = scored.isPresent()
                ? lookup.at(
                        scored.get().getRef().getTopic(),
                        scored.get().getRef().getPartition(),
                        scored.get().getRef().getOffset())
                : lookup.find(id.get(), SEARCHED_PER_PARTITION, share -> {});
        return found.filter(one -> one.getTrajectoryId().equals(id.get()))
                .map(one -> Reply.json(view.of(one, scored.orElse(null))))
                .orElseGet(() ->
                        Reply.text(404, "trajectory '" + id.get() + "' is not among the newest ones on the topic"));
    }
}
