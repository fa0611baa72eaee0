// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/** Collects runs that a policy can be taught by: filters scored runs and counts what it drops. */
package dev.eddy.operator.collect;
