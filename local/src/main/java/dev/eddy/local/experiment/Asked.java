// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.schemas.Label;
import dev.eddy.schemas.Query;

/**
 * A question and its truth.
 *
 * @param query with all that the world knows of it; who runs it, how and why is left open
 */
public record Asked(Query.Builder query, Label label) {}
