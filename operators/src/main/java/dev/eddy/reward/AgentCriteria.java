// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import java.util.List;

/** What runs of one agent must be like to be learnt from. Found through {@link java.util.ServiceLoader}. */
public interface AgentCriteria {
    String agent();

    /** In the order in which they are asked: a run is dropped for the first that it fails. */
    List<Criterion> criteria();
}
