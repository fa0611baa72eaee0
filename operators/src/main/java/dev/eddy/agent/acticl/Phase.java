// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.schemas.BankOpened;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import java.util.ArrayList;
import java.util.List;

/** What a run waits for. But for {@link Opening} and {@link Answering} it is one effect, the last one numbered. */
sealed interface Phase {
    /**
     * Bank (effect 0) and pictures (effect 1) are being looked at, in parallel.
     *
     * @param bank null until it answered
     * @param bankFailure null where it did not fail
     * @param pictureFailure null where they did not fail
     */
    record Opening(BankOpened bank, Failure bankFailure, Failure pictureFailure) implements Phase {
        static final int BANK = 0;
        static final int PICTURES = 1;
        static final Opening BEGUN = new Opening(null, null, null);

        boolean bankPending() {
            return bank == null && bankFailure == null;
        }

        /** @param inspected the run's inspected pictures, empty where there are none yet */
        boolean picturesPending(List<Picture> inspected) {
            return inspected.isEmpty() && pictureFailure == null;
        }
    }

    /** Pictures alone are being looked at: a mode without tool calls. */
    record Inspecting() implements Phase {}

    record Sampling() implements Phase {}

    /** The one search of the similarity baseline. */
    record Ranking() implements Phase {}

    /** Records are being fetched. */
    sealed interface Fetching extends Phase {}

    /** The records of that search are being read. */
    record Collecting(List<String> records) implements Fetching {
        public Collecting {
            records = List.copyOf(records);
        }
    }

    /** The policy is choosing a tool call. */
    record Thinking(int promptTokens) implements Phase {}

    record Retrieving(Call call) implements Phase {}

    /**
     * A search's new candidates are being fetched.
     *
     * @param ranking records of its result, best first, new ones and old ones
     */
    record Previewing(Call call, List<String> ranking) implements Fetching {
        public Previewing {
            ranking = List.copyOf(ranking);
        }
    }

    record Reading(Call call) implements Fetching {}

    /** The full records of previews that a curate call adds are being fetched. */
    record Keeping(Call call) implements Fetching {}

    /**
     * The answers of the committed context, in parallel.
     *
     * @param firstEffect number of the first; the others follow
     * @param answers one each, in order
     */
    record Answering(int firstEffect, List<Answer> answers) implements Phase {
        public Answering {
            answers = List.copyOf(answers);
        }

        boolean complete() {
            return answers.stream().noneMatch(Answer::pending);
        }

        Answering with(int index, Answer answer) {
            List<Answer> next = new ArrayList<>(answers);
            next.set(index, answer);
            return new Answering(firstEffect, next);
        }
    }

    /** What one answering call said; neither text nor failure while it is in the air. */
    record Answer(String text, Failure failure) {
        static final Answer PENDING = new Answer(null, null);

        boolean pending() {
            return text == null && failure == null;
        }
    }

    /** A tool call that is being carried out, and the generation that it stood in. */
    record Call(int effect, String text, ModelOutput output) {}

    record Failure(EffectStatus status, String error) {
        /** True where the same request might succeed another time. */
        boolean infrastructure() {
            return status == EffectStatus.TIMEOUT || status == EffectStatus.UNAVAILABLE;
        }

        @Override
        public String toString() {
            return status + ": " + error;
        }
    }
}
