/** The configuration: what can be set, what is set, and by whom. */
package dev.eddy.console.settings;
