// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
/** Vectors kept in Milvus: a collection a channel, a row a picture or text, a partition key a pool. */
package dev.eddy.connector.milvus;
