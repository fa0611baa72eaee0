// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/** A judge for worlds of print, in place of a language model. */
package dev.eddy.local.judge;
