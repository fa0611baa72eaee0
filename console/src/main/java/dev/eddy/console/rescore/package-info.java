/** Stored trajectories scored again. */
package dev.eddy.console.rescore;
