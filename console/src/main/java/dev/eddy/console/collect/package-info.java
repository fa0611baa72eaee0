/** Runs of a teacher, and what a policy learns from them before it learns by itself. */
package dev.eddy.console.collect;
