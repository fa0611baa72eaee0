// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

/** What a model wants done. */
public sealed interface Action {
    /** As steps and prompts name it. */
    String name();

    record Search(String query) implements Action {
        @Override
        public String name() {
            return "search";
        }
    }

    /** @param box null where it could not be read */
    record Crop(Box box) implements Action {
        @Override
        public String name() {
            return "crop";
        }
    }

    /**
     * @param citation null where there is none that can be read
     * @param page which of several pages the citation is on, from 1; 0 where it does not say
     */
    record Answer(String text, Box citation, int page) implements Action {
        @Override
        public String name() {
            return "answer";
        }
    }

    /** Nothing of the above. */
    record None() implements Action {
        @Override
        public String name() {
            return "none";
        }
    }
}
