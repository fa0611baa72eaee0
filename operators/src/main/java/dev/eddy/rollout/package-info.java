/**
 * Runs of agents, whoever drives them: the state of a loop, the trajectory that it writes, request hashes, replay. Pure
 * functions of what is handed in; the Flink operator, the in-memory driver and the replayer share them.
 */
package dev.eddy.rollout;
