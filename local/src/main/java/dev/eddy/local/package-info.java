// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/** Eddy on one machine: worlds, policies and runs, in packages of their own, and what they share. */
package dev.eddy.local;
