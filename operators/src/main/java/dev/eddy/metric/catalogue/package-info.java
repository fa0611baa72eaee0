// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/** What there is to be seen: every metric of the jobs, and those of the servers beside them that rules and dashboards use. Pure. */
package dev.eddy.metric.catalogue;
