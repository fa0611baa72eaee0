// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import org.apache.avro.specific.SpecificRecord;

/**
 * How an agent's state is written: as a record of the wire, so that it evolves by Avro's rules.
 *
 * @param <S> the state
 */
public interface StateForm<S> {
    /** The generated class; its fingerprint names the writer's schema in a checkpoint. */
    Class<? extends SpecificRecord> recordType();

    SpecificRecord toRecord(S state);

    S fromRecord(SpecificRecord wire);
}
