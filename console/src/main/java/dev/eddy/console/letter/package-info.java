/** Dead letters: what they say, and what they are about put back where it came from. */
package dev.eddy.console.letter;
