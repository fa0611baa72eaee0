// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.Channel;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Snippet;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Something an agent wants done outside. Numbered once a run; the number names it in state, journal and trajectory. */
public sealed interface Effect {
    /** Unique in a run, from 0, in the order in which the agent asked. */
    int seq();

    /** What trajectories and metrics call each of them. */
    List<String> NAMES = Arrays.stream(Effect.class.getPermittedSubclasses())
            .map(type ->
                    type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT))
            .toList();

    /** One of {@link #NAMES}. */
    String name();

    /**
     * A model call. The driver adds policy version and sampling seed.
     *
     * @param prompt exactly what is shown, in order
     * @param maxTokens cap of generated tokens
     * @param answerIndex which answer of a context this is; -1 for {@link RowKind#ACT}
     * @param policy whose weights speak where it is another policy than the query's: its rows are not to be trained on.
     *     Null for the query's own
     * @param temperature of sampling where it is not the model's own; null where it is, and for greedy decoding
     */
    record Generate(
            int seq,
            List<PromptSegment> prompt,
            int maxTokens,
            Decoding decoding,
            RowKind kind,
            int answerIndex,
            String policy,
            Double temperature)
            implements Effect {
        public Generate {
            prompt = List.copyOf(prompt);
        }

        /** A call of the query's own policy. */
        public Generate(
                int seq, List<PromptSegment> prompt, int maxTokens, Decoding decoding, RowKind kind, int answerIndex) {
            this(seq, prompt, maxTokens, decoding, kind, answerIndex, null, null);
        }

        @Override
        public String name() {
            return "generate";
        }

        /** Tokens shown, image pads included. */
        public int promptTokens() {
            int sum = 0;
            for (PromptSegment segment : prompt) {
                sum += segment.tokens().length;
            }
            return sum;
        }
    }

    /**
     * Opens a bank.
     *
     * @param shortest of how many records the summed length is wanted; 0 for none
     */
    record OpenBank(int seq, String bankId, int shortest) implements Effect {
        @Override
        public String name() {
            return "open-bank";
        }
    }

    /** Checks that pictures exist, decode, and are within bounds; answers with their true sizes. */
    record InspectPictures(int seq, List<Picture> pictures) implements Effect {
        public InspectPictures {
            pictures = List.copyOf(pictures);
        }

        @Override
        public String name() {
            return "inspect-pictures";
        }
    }

    /**
     * Searches a bank, one ranked list a channel.
     *
     * @param channels what each enabled channel is asked
     * @param limit length of each list
     */
    record Retrieve(int seq, String bankId, Map<Channel, ChannelQuery> channels, int limit) implements Effect {
        public Retrieve {
            channels = Map.copyOf(channels);
        }

        @Override
        public String name() {
            return "retrieve";
        }
    }

    /** Pictures (image to image) or a text (the others). */
    record ChannelQuery(List<Picture> pictures, String text) {
        public ChannelQuery {
            pictures = List.copyOf(pictures);
        }
    }

    /** Reads records; without {@code withTarget} their targets stay behind. */
    record FetchRecords(int seq, String bankId, List<String> records, boolean withTarget) implements Effect {
        public FetchRecords {
            records = List.copyOf(records);
        }

        @Override
        public String name() {
            return "fetch-records";
        }
    }

    /** Draws records uniformly without replacement, targets included. */
    record SampleRecords(int seq, String bankId, int count, long seed) implements Effect {
        @Override
        public String name() {
            return "sample-records";
        }
    }

    /** Searches a corpus of pages by text. */
    record SearchPages(int seq, String corpusId, String query, int limit) implements Effect {
        @Override
        public String name() {
            return "search-pages";
        }
    }

    /**
     * Makes a picture of a part of a page, for whoever cannot crop by itself. What is shown follows from the request alone.
     *
     * @param region in the page's pixels, within the page
     * @param width of the crop as shown, in pixels
     * @param height of the crop as shown, in pixels
     * @param rendered false where nobody who is asked needs a picture of it; no part of what is asked
     */
    record Crop(int seq, Picture page, Region region, int width, int height, boolean rendered) implements Effect {
        @Override
        public String name() {
            return "crop";
        }
    }

    /**
     * Searches the web by text.
     *
     * @param question what the search is for: a similar query of the same question may be answered from a cache
     * @param limit most snippets wanted
     */
    record SearchText(int seq, String query, String question, int limit) implements Effect {
        @Override
        public String name() {
            return "search-text";
        }
    }

    /** Searches the web for pictures that look alike. */
    record SearchImages(int seq, Picture picture, int limit) implements Effect {
        @Override
        public String name() {
            return "search-images";
        }
    }

    /**
     * Asks an outside verifier which queries and snippets help to answer a question.
     *
     * @param targets the reference answers; empty inside a loop, where nobody knows them
     */
    record Verify(
            int seq,
            String question,
            List<Picture> pictures,
            List<String> targets,
            List<String> queries,
            List<Snippet> snippets)
            implements Effect {
        public Verify {
            pictures = List.copyOf(pictures);
            targets = List.copyOf(targets);
            queries = List.copyOf(queries);
            snippets = List.copyOf(snippets);
        }

        @Override
        public String name() {
            return "verify";
        }
    }

    /** Asks for the vectors of texts. */
    record Embed(int seq, List<String> texts) implements Effect {
        public Embed {
            texts = List.copyOf(texts);
        }

        @Override
        public String name() {
            return "embed";
        }
    }

    /** Asks a judge whether a cited region, by itself, lets an answer to a question be read off it. */
    record JudgeCitation(int seq, String question, String answer, PageRegion citation) implements Effect {
        @Override
        public String name() {
            return "judge-citation";
        }
    }

    /** Asks a judge whether an answer means the same as one of the reference answers. */
    record Judge(int seq, String question, String answer, List<String> targets) implements Effect {
        public Judge {
            targets = List.copyOf(targets);
        }

        @Override
        public String name() {
            return "judge";
        }
    }
}
