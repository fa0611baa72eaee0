// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.Effect.ChannelQuery;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.Tokenizer;
import dev.eddy.effect.MapJournal;
import dev.eddy.port.BlobStore;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortFactory;
import dev.eddy.rollout.ScriptedAgent;
import dev.eddy.schemas.Channel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Ports named {@code lent} that count how many of them are open. */
public final class LentPorts {
    static final AtomicInteger OPEN = new AtomicInteger();

    private LentPorts() {}

    private abstract static class Factory<P extends AutoCloseable> implements PortFactory<P> {
        @Override
        public final String name() {
            return "lent";
        }

        @Override
        public final P open(Map<String, String> settings) {
            OPEN.incrementAndGet();
            return open();
        }

        abstract P open();
    }

    public static final class Models extends Factory<PolicyModel> {
        @Override
        public Class<PolicyModel> port() {
            return PolicyModel.class;
        }

        @Override
        PolicyModel open() {
            return new PolicyModel() {
                @Override
                public CompletableFuture<Generation> generate(Request request) {
                    return new CompletableFuture<>();
                }

                @Override
                public ModelCard card() {
                    return new ModelCard("lent-model", "", 1, 1);
                }

                @Override
                public Tokenizer tokenizer() {
                    return new ScriptedAgent().tokenizer();
                }

                @Override
                public void close() {
                    OPEN.decrementAndGet();
                }
            };
        }
    }

    public static final class Banks extends Factory<DemonstrationBank> {
        @Override
        public Class<DemonstrationBank> port() {
            return DemonstrationBank.class;
        }

        @Override
        DemonstrationBank open() {
            return new DemonstrationBank() {
                @Override
                public CompletableFuture<EffectValue.Bank> open(String bankId, int shortest) {
                    return CompletableFuture.completedFuture(new EffectValue.Bank(7, shortest));
                }

                @Override
                public CompletableFuture<EffectValue.Hits> search(
                        String bankId, Map<Channel, ChannelQuery> channels, int limit) {
                    return new CompletableFuture<>();
                }

                @Override
                public CompletableFuture<EffectValue.Records> fetch(
                        String bankId, List<String> records, boolean withTarget) {
                    return new CompletableFuture<>();
                }

                @Override
                public CompletableFuture<EffectValue.Records> sample(String bankId, int count, long seed) {
                    return new CompletableFuture<>();
                }

                @Override
                public void close() {
                    OPEN.decrementAndGet();
                }
            };
        }
    }

    public static final class Blobs extends Factory<BlobStore> {
        @Override
        public Class<BlobStore> port() {
            return BlobStore.class;
        }

        @Override
        BlobStore open() {
            return new MemoryBlobs() {
                @Override
                public void close() {
                    OPEN.decrementAndGet();
                }
            };
        }
    }

    public static final class Journals extends Factory<EffectJournal> {
        @Override
        public Class<EffectJournal> port() {
            return EffectJournal.class;
        }

        @Override
        EffectJournal open() {
            return new MapJournal() {
                @Override
                public void close() {
                    OPEN.decrementAndGet();
                }
            };
        }
    }
}
