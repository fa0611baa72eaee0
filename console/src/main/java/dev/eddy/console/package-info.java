/** The {@code eddy} command line and the web page: everything that people see. */
package dev.eddy.console;
