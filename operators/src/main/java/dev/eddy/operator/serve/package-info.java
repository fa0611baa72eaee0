/**
 * The operators of the serve job: queries are read and checked, fanned out into rollouts, and each rollout runs as a stateful
 * loop of effects that wait outside while the task goes on. {@link dev.eddy.operator.serve.ServePipeline} connects them.
 */
package dev.eddy.operator.serve;
