// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.schemas.DeadLetter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Predicate;
import org.apache.flink.util.TimeUtils;
import picocli.CommandLine.Option;

/** Which dead letters are meant. */
final class LetterOptions {
    @Option(names = "--topic", description = "Only about records of this topic.")
    private String topic;

    @Option(names = "--reason", paramLabel = "CODE", description = "Only for this reason, such as INVALID_QUERY.")
    private String reason;

    @Option(names = "--job", paramLabel = "NAME", description = "Only from this job.")
    private String job;

    @Option(names = "--since", paramLabel = "DURATION", description = "Only those no older than this, such as 2 h.")
    private String since;

    /** @param now epoch milliseconds */
    Predicate<DeadLetter> filter(long now) {
        String from = topic == null ? null : Names.topic(topic).topicName();
        String code = reason == null ? null : reason.toUpperCase(Locale.ROOT);
        long oldest = since == null ? Long.MIN_VALUE : now - age().toMillis();
        return letter -> (from == null
                        || letter.getSource() != null
                                && letter.getSource().getTopic().equals(from))
                && (code == null || letter.getReason().equals(code))
                && (job == null || letter.getJob().equals(job))
                && letter.getAt() >= oldest;
    }

    private Duration age() {
        try {
            return TimeUtils.parseDuration(since);
        } catch (IllegalArgumentException e) {
            throw new UserError("--since is '" + since + "'; it must be a duration such as 30 min or 2 h", e);
        }
    }

    boolean namesTopicOrReason() {
        return topic != null || reason != null;
    }
}
