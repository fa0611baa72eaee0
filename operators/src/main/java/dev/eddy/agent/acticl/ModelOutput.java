// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

/**
 * What a model wrote in one acquisition call, read strictly: reasoning, then exactly one tool call.
 *
 * @param reasoning what stands before the call, without the think tags; all of the text where there is no readable call
 * @param json the call on one line, quoted for a prompt; null where there is no readable call
 * @param action the tool's name; {@link #NONE} where there is no readable call
 * @param arguments JSON; {@code {}} where there are none
 * @param call null where it was refused
 * @param error null where it was not
 */
public record ModelOutput(
        String reasoning, String json, String action, String arguments, ToolCall call, CallError error) {
    /** The action of a text without a readable call. */
    public static final String NONE = "none";

    private static final String OPEN = "<answer>";
    private static final String CLOSE = "</answer>";
    private static final String THOUGHT = "</think>";

    /** The answer in what a model wrote in an answering call: its last answer element, else all that follows its thoughts. */
    public static String answer(String text) {
        int close = text.lastIndexOf(CLOSE);
        int open = close < 0 ? -1 : text.lastIndexOf(OPEN, close);
        if (open >= 0) {
            return text.substring(open + OPEN.length(), close).strip();
        }
        int thought = text.lastIndexOf(THOUGHT);
        return (thought < 0 ? text : text.substring(thought + THOUGHT.length())).strip();
    }
}
