/** The web page: files, data as JSON, and pictures over HTTP, read-only. */
package dev.eddy.console.page;
