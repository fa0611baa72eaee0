/** What the page shows, gathered from the topics and bounded in memory. */
package dev.eddy.console.board;
