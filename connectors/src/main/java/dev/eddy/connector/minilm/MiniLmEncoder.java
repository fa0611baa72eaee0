// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.minilm;

import ai.onnxruntime.OrtException;
import dev.eddy.agent.EffectValue.Vectors;
import dev.eddy.port.Encoder;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Texts as vectors of what they mean, by {@link MiniLm} in this process: nothing is fetched. Computes on threads of its own, few,
 * with a bounded queue before them, past which calls fail with UNAVAILABLE. The same text gives the same vector on the same
 * processor, whatever it is asked together with.
 */
public final class MiniLmEncoder implements Encoder {
    private static final int MAX_WAITING = 4096;
    private static final int MAX_THREADS = 64;

    private final MiniLm model;
    private final ThreadPoolExecutor threads;

    /**
     * Loads the model.
     *
     * @param count threads that compute
     * @throws IOException if the model cannot be loaded
     */
    MiniLmEncoder(int count) throws IOException {
        model = new MiniLm();
        threads = new ThreadPoolExecutor(
                count, count, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), MiniLmEncoder::thread);
        threads.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "eddy-minilm");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public CompletableFuture<Vectors> texts(List<String> texts) {
        List<String> asked = List.copyOf(texts);
        try {
            return CompletableFuture.supplyAsync(() -> vectors(asked), threads);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(unavailable(
                    threads.isShutdown()
                            ? "it is closed"
                            : MAX_WAITING + " calls wait for " + threads.getMaximumPoolSize()
                                    + " threads; raise the setting 'threads'",
                    e));
        }
    }

    /** One by one: see RATIONALE.md. */
    private Vectors vectors(List<String> texts) {
        List<float[]> vectors = new ArrayList<>(texts.size());
        for (String text : texts) {
            if (threads.isShutdown()) {
                throw unavailable("it is closed", null);
            }
            try {
                vectors.add(model.vector(text));
            } catch (OrtException e) {
                throw unavailable(e.getMessage(), e);
            }
        }
        return new Vectors(vectors);
    }

    private static PortException unavailable(String why, Exception cause) {
        return new PortException(EffectStatus.UNAVAILABLE, "the encoder 'minilm' gives no vectors: " + why, cause);
    }

    /** Waits for the texts that are being computed; calls that still wait fail. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the encoder 'minilm' still computes after a minute");
            }
            model.close();
        } catch (OrtException e) {
            throw new IllegalStateException("the encoder 'minilm' cannot be closed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the encoder 'minilm' was closing", e);
        }
    }

    /**
     * Name {@code minilm}. Settings: {@code threads} (1) that compute. Needs the jars of ONNX Runtime and of the model, which do
     * not come with this one: see RATIONALE.md.
     */
    public static final class Factory implements PortFactory<Encoder> {
        @Override
        public Class<Encoder> port() {
            return Encoder.class;
        }

        @Override
        public String name() {
            return "minilm";
        }

        @Override
        public Encoder open(Map<String, String> settings) throws IOException {
            TreeMap<String, String> rest = new TreeMap<>(settings);
            int count = threads(rest.remove("threads"));
            if (!rest.isEmpty()) {
                throw new IllegalArgumentException(
                        "the encoder 'minilm' has no setting '" + rest.firstKey() + "'; it has 'threads'");
            }
            try {
                return new MiniLmEncoder(count);
            } catch (LinkageError e) {
                throw new IOException(
                        "the encoder 'minilm' needs com.microsoft.onnxruntime:onnxruntime on the class path and its library"
                                + " for this machine (" + System.getProperty("os.name") + " "
                                + System.getProperty("os.arch") + "): " + e
                                + ". Add it, or choose another encoder: set its name to 'words'",
                        e);
            }
        }

        private static int threads(String text) {
            if (text == null) {
                return 1;
            }
            try {
                int count = Integer.parseInt(text);
                if (count >= 1 && count <= MAX_THREADS) {
                    return count;
                }
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(range(text), e);
            }
            throw new IllegalArgumentException(range(text));
        }

        private static String range(String text) {
            return "setting 'threads' of the encoder 'minilm' is a whole number from 1 to " + MAX_THREADS + ", got '"
                    + text + "'";
        }
    }
}
