/** Asking one question. */
package dev.eddy.console.ask;
