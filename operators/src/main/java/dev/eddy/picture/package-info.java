// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/** Pictures as samples: cropping and scaling that every part of the system does alike. Pure. */
package dev.eddy.picture;
