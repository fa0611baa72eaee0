// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.schemas.Label;
import dev.eddy.schemas.Query;

/** A question and its truth. */
public record Question(Query query, Label label) {}
