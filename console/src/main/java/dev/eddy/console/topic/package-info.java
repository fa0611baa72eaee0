/** Reading and writing single records of the topics. */
package dev.eddy.console.topic;
