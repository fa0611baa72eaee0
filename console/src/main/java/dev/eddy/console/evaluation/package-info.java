/** Held-out questions to a run that goes on elsewhere. */
package dev.eddy.console.evaluation;
