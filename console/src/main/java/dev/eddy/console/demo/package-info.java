/** A sitting at a demo: its folder, its progress, its table. */
package dev.eddy.console.demo;
