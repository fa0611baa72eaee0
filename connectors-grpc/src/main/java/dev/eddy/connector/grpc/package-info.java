// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/** Channels to servers that speak gRPC: TLS, tokens, limits, and what their failures mean. */
package dev.eddy.connector.grpc;
