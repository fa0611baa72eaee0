/**
 * ActICL: an agent that builds the demonstrations of a multimodal prompt by tool calls, then answers from them.
 *
 * <p>Its prompts are made of segments ({@link dev.eddy.agent.acticl.ActIclText}); a policy may read them back by these rules:
 *
 * <ul>
 *   <li>A segment's kind says what it is, and every segment ends with a line break, but {@code question} and those that a
 *       {@code mark} follows.
 *   <li>Foreign text (query, record, the model's reasoning) cannot spell a protocol tag: {@code <} before one is written
 *       {@code &lt;}. Each line break in it is followed by two blanks, so a line that begins without them is the environment's.
 *   <li>A tool call in the history stands on one line of JSON.
 * </ul>
 */
package dev.eddy.agent.acticl;
