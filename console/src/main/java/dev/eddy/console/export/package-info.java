/** Training groups for trainers outside of Eddy. */
package dev.eddy.console.export;
