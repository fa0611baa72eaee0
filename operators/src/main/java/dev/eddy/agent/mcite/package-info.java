// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/**
 * MCite-RL: an agent that searches pages, looks at parts of them more closely, and answers with the region that supports its
 * answer.
 *
 * <h2>What a model is shown</h2>
 *
 * <p>A prompt is a list of segments ({@link dev.eddy.agent.mcite.MCiteText}), all of the run so far, in order. A segment's kind
 * says what it is, and every segment ends with a line break:
 *
 * <pre>
 * instructions   the protocol, as far as the mode offers it; shared by all runs of the mode
 * question       question: TEXT
 * -- then, for each turn that was taken, what the model said and what came of it:
 * call           turn N
 *                &lt;think&gt;...&lt;/think&gt;&lt;search&gt;...&lt;/search&gt;      what it said within tags, the think tags left out if empty
 * page           page P shown W x H                      a page that a search found, P counting from 1; always the newest page
 *                PICTURE                                  the whole page at its display size
 * crop           crop of page P at [x1, y1, x2, y2] shown W x H
 *                PICTURE                                  a part of the newest page at its display size
 * error          error: CODE. A sentence                 instead of page or crop; the codes are those of ActionError
 * -- and last:
 * left           tool turns left: N                      at 0 the model must answer: tools are not carried out any more
 * </pre>
 *
 * <p>In mode {@code rag} the pages of one search with the question follow it directly, best first, with no calls.
 *
 * <p>A picture is its start token, its pads and its end token on a line of its own. Its {@code ShownPicture} has the page's
 * content hash; {@code region}, the part that is shown in pixels of the page (null for all of it); and {@code width} and
 * {@code height}, the display size in pixels, which is what boxes are written in (the grid of pads is that size rounded to whole
 * tokens). So nobody needs a picture of a crop: whoever looks fetches the page by its hash, takes
 * {@code Pixels.crop(region).scaled(width, height)}, and may remember the result by these four. {@code rendered} names a PNG of
 * just that in the blob store where a driver made one (the stream does; a driver behind {@code CropReferences} does not) and is
 * no part of what was asked: hashes of requests are the same with and without.
 *
 * <p>The box in a {@code crop} line is the executed region in pixels of the page as displayed, rounded to one decimal, whatever
 * frame the model's boxes are in.
 *
 * <h2>What a model says</h2>
 *
 * <pre>
 * &lt;think&gt;...&lt;/think&gt;&lt;search&gt;words&lt;/search&gt;
 * &lt;think&gt;...&lt;/think&gt;&lt;bbox&gt;[x1, y1, x2, y2]&lt;/bbox&gt;
 * &lt;think&gt;...&lt;/think&gt;&lt;answer&gt;text&lt;/answer&gt;&lt;cite&gt;[x1, y1, x2, y2]&lt;/cite&gt;
 * </pre>
 *
 * <p>The thought may be missing. The first search, bbox or answer element outside of a thought decides; what stands outside of
 * tags is dropped. Numbers of boxes are JSON, not negative, decimals allowed. Boxes are in pixels of the newest page as first
 * displayed, crops notwithstanding (frame {@code page_view}, the default; see {@link dev.eddy.agent.mcite.Frame}). In mode
 * {@code rag} the citation may name one of the pages shown: {@code <cite page="2">[...]</cite>}; without, it is the first.
 *
 * <p>Sizes and mappings that a policy needs to speak in the same pixels are public: {@link dev.eddy.agent.mcite.DisplaySize},
 * {@link dev.eddy.agent.mcite.View}, {@link dev.eddy.agent.mcite.Frame}. Foreign text (question, the model's own words) cannot
 * spell a protocol tag, and each line break in it is followed by two blanks.
 *
 * <p>All rows are of kind ACT: one log-probability for each choice of the policy, in whatever row it is made.
 */
package dev.eddy.agent.mcite;
