// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/**
 * SVRL: an agent that answers a question about a picture in at most three generations, searches the web by picture and by text
 * where it must, and judges every snippet that it is shown before it goes on (Self-Verification via Reinforcement Learning).
 *
 * <h2>What a model is shown</h2>
 *
 * <p>A prompt is a list of segments ({@link dev.eddy.agent.svrl.SvrlText}), all of the run so far, in order. A segment's kind says
 * what it is; every segment ends with a line break. In capitals, what differs:
 *
 * <pre>
 * instructions   the protocol as the mode has it; shared by all runs of the mode
 * question       picture PICTURE                          a line for each of the question's pictures
 *                question: TEXT
 * -- then, for each turn that was taken, what the model said and what came back:
 * turn           turn N                                   N counts from 1
 *                what it said, word for word but for quoting; two blanks begin each further line of it
 * information    &lt;information&gt;
 *                search by picture                        or
 *                search by text: QUERY                    the one of its queries that was asked
 * snippet        result I                                 one segment a result; I counts from 1 in each search
 *                source: SITE
 *                date: DATE                               as the site states it; unknown where it states none
 *                title: TITLE
 *                text: TEXT
 * picture        result I                                 the same for a search by picture
 *                source: SITE
 *                title: TITLE
 *                picture PICTURE
 * end            &lt;/information&gt;
 * -- and last:
 * resources      turns left: N                            this one included: at 1 it must answer
 *                you may: ACTION, ACTION                  of: search by picture, search by text, answer
 * </pre>
 *
 * <p>A search that failed, found nothing, or was not carried out has no results between {@code information} and {@code end};
 * its {@code information} has one line more, which begins with {@code nothing:} and says why. The next mask is then empty.
 *
 * <p>Whatever an agent's modes do shows in two places alone: {@code instructions} mentions {@code <verify>} where verdicts are
 * wanted and not otherwise, and {@code resources} lists the actions that may be taken now. A policy must take one of them; in mode
 * {@code direct} it is always {@code answer} alone, in mode {@code rag} one at a time. Where verdicts are not wanted, a model reads
 * all that it is shown.
 *
 * <p>Foreign text (question, sites, titles, snippets) is on one line, whatever it was, and holds no {@code <}: it is written
 * {@code &lt;}, so that no snippet can open or close an element. The model's own words keep theirs, but for
 * {@code information} elements, which it could otherwise make up.
 *
 * <h2>What a model says</h2>
 *
 * <pre>
 * &lt;reason&gt;...&lt;/reason&gt; &lt;search&gt;&lt;img&gt;&lt;/search&gt;
 * &lt;reason&gt;...&lt;/reason&gt; &lt;verify&gt;1,0,1&lt;/verify&gt; &lt;text_search&gt;q1, q2, q3&lt;/text_search&gt;
 * &lt;reason&gt;...&lt;/reason&gt; &lt;verify&gt;1,0,1&lt;/verify&gt; &lt;answer&gt;text&lt;/answer&gt;
 * </pre>
 *
 * <p>The mask has one 0 or 1 for each result of the search of the turn before, in order; with none it is
 * {@code <verify> </verify>}. Up to five queries, with commas between; one that has a comma itself stands in double quotes. One of
 * the distinct ones, uniformly drawn, is asked. {@code &lt;} in queries and answers is read as {@code <}. Blanks between elements
 * do not matter. A search by picture may do without its verify element, and where no verdicts are wanted all do. See {@link dev.eddy.agent.svrl.OutputParser} for the rules, and
 * for what counts as a well-formed turn.
 *
 * <p>All rows are of kind ACT: one log-probability for each choice of the policy (action, each query, each verdict, the answer), in
 * whatever row it is made. Branches of test-time scaling differ from other calls only in the temperature that they ask for.
 */
package dev.eddy.agent.svrl;
