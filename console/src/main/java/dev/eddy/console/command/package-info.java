/** The commands, one class each: they parse, check and print; the work is done elsewhere. */
package dev.eddy.console.command;
