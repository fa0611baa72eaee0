// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

/**
 * One immutable set of weights.
 *
 * @param policy the name under which it learns
 * @param version counts announcements from 0
 * @param sha256 of the weights, 64 lower-case hexadecimal digits
 */
public record PolicyVersion(String policy, long version, String sha256) {}
