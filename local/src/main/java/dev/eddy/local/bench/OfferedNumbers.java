// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.bench;

import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceReader;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.util.NumberSequenceIterator;

/**
 * Numbers without end, one for each that {@link Offers} has room for. While there is none its task sleeps and yet lets barriers
 * pass. One that blocked its thread would stop the job for good where the first barrier comes before the policy's announcement: the
 * loops hold the announcement's channel until every barrier is there, and end nothing that would make room.
 */
final class OfferedNumbers extends NumberSequenceSource {
    private static final long serialVersionUID = 1L;

    OfferedNumbers() {
        super(0, Long.MAX_VALUE - 1);
    }

    @Override
    public SourceReader<Long, NumberSequenceSplit> createReader(SourceReaderContext context) {
        return new Reader(context);
    }

    private static final class Reader extends IteratorSourceReader<Long, NumberSequenceIterator, NumberSequenceSplit> {
        private Reader(SourceReaderContext context) {
            super(context);
        }

        @Override
        public InputStatus pollNext(ReaderOutput<Long> output) {
            return availability.isDone() && Offers.take() ? super.pollNext(output) : InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return availability.isDone() ? Offers.available() : availability;
        }
    }
}
