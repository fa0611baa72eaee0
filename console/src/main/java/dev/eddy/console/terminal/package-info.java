/** Progress and Ctrl-C. */
package dev.eddy.console.terminal;
