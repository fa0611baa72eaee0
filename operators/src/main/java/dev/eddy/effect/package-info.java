/** Runs the effects of agents on the ports: deadlines, typed failures, picture inspection, the journal. */
package dev.eddy.effect;
