// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.Effect.ChannelQuery;
import dev.eddy.agent.EffectValue;
import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.port.BlobStore;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.PortException;
import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Picture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.flink.util.IOUtils;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;

/**
 * The banks of a world's instances ({@code glyphs/7/strict/12}) and those that were loaded ({@code bank/<name>}). Image to
 * image compares {@link PictureDescriptor}s and text to text hashed words, or each the vectors of the encoder that a bank was loaded
 * with. Text to image finds something where that encoder sees pictures: no other space is shared by both. Pictures of the world
 * reach the blob store when they are first handed out. Thread-safe.
 */
public final class WorldBank implements DemonstrationBank {
    private static final int VIEWS = 4_096;
    private static final int RANKINGS = 8_192;
    private static final int THREADS = 2;

    private final World world;
    private final Ports.Lease<BlobStore> blobs;
    private final Ports.Lease<VectorIndex> vectors;
    private final OutsideVectors ofWorld;
    private final LoadedBanks loaded;
    private final Encoders encoders;
    private final ShownPictures shown;
    private final TokenCounts tokens = new TokenCounts();
    private final ExecutorService executor =
            Executors.newFixedThreadPool(THREADS, new ExecutorThreadFactory("world-bank"));
    private final Cache<String, BankView> views = bounded(VIEWS).build();
    /** Of futures, so that the rollouts of a group that ask the same at once wait for one search; a failed one is not kept. */
    private final Cache<Question, CompletableFuture<BankView.Ranking>> rankings =
            bounded(RANKINGS).build();

    private final Cache<Lengths, Integer> lengths = bounded(VIEWS).build();
    private final Cache<Integer, Boolean> published = Caffeine.newBuilder()
            .expireAfterWrite(BlobStore.KNOWN_FOR)
            .executor(Runnable::run)
            .build();
    /** Whether all of the world's vectors are seen where they are searched; a failed look is not kept. */
    private final AtomicReference<CompletableFuture<Void>> visible = new AtomicReference<>();

    /** What one channel of one bank was asked. */
    private record Question(String edition, Channel channel, List<String> pictures, String text, int limit) {}

    /** The tokens of a bank's shortest records that were asked for. */
    private record Lengths(String edition, int shortest) {}

    /**
     * Serves a world.
     *
     * @param blobs where pictures stand; closed with the bank
     * @param banks folder of the banks beside those of the world; null where there are none
     * @param encoders settings of those that banks were loaded with, as {@code <encoder>.<setting>}
     * @param vectors where the vectors of all banks are, closed with the bank; null where they are in the process
     */
    WorldBank(
            World world,
            Ports.Lease<BlobStore> blobs,
            Path banks,
            Map<String, String> encoders,
            Ports.Lease<VectorIndex> vectors) {
        this.encoders = new Encoders(encoders);
        this.shown = new ShownPictures(blobs.get(), this.encoders, executor);
        this.world = world;
        this.blobs = blobs;
        this.vectors = vectors;
        this.ofWorld = vectors == null ? null : OutsideVectors.of(vectors.get(), world.name(), world.pool());
        this.loaded =
                new LoadedBanks(banks, blobs.get(), executor, this.encoders, vectors == null ? null : vectors.get());
    }

    /** One whose vectors are all in the process. */
    WorldBank(World world, Ports.Lease<BlobStore> blobs, Path banks) {
        this(world, blobs, banks, Map.of(), null);
    }

    /** Puts the world's vectors where they are searched, but for those that are there; blocks. Nothing where they are in the process. */
    public void load() throws IOException {
        if (ofWorld != null) {
            ofWorld.load(world.pool()::each, share -> {});
        }
    }

    /** The world whose banks these are. */
    public World world() {
        return world;
    }

    /** An instance whose picture stands in the blob store; see {@link World#instance(Split, int, long)}. */
    public CompletableFuture<Instance> instance(Split split, int size, long number) {
        Binding binding = world.draw(world.bankId(split, size, number));
        return publish(new int[] {binding.query()}).thenApply(done -> binding.instance());
    }

    @Override
    public CompletableFuture<EffectValue.Bank> open(String bankId, int shortest) {
        return view(bankId)
                .thenApply(view -> new EffectValue.Bank(
                        view.members().length,
                        shortest == 0
                                ? 0
                                : lengths.get(new Lengths(view.edition(), shortest), asked -> tokens(view, shortest))));
    }

    private int tokens(BankView view, int shortest) {
        return IntStream.of(view.members())
                .map(member -> tokens.of(view.read(member, true)))
                .sorted()
                .limit(shortest)
                .sum();
    }

    @Override
    public CompletableFuture<EffectValue.Hits> search(String bankId, Map<Channel, ChannelQuery> channels, int limit) {
        return view(bankId).thenCompose(view -> {
            List<CompletableFuture<ChannelHits>> lists = new ArrayList<>();
            new EnumMap<>(channels)
                    .forEach((channel, query) -> lists.add(rank(view, channel, query, limit)
                            .thenApply(ranking ->
                                    new ChannelHits(channel, ranking.records(), Packed.floats(ranking.scores())))));
            return all(lists)
                    .thenApply(done -> new EffectValue.Hits(
                            lists.stream().map(CompletableFuture::join).toList()));
        });
    }

    private CompletableFuture<BankView.Ranking> rank(BankView view, Channel channel, ChannelQuery query, int limit) {
        RecordPool pool = view.pool();
        String edition = view.edition();
        return switch (channel) {
            case I2I -> {
                List<String> hashes =
                        query.pictures().stream().map(Picture::getSha256).toList();
                yield ranking(
                        new Question(edition, channel, hashes, "", limit),
                        () -> shown.vectors(pool, query.pictures())
                                .thenCompose(references -> view.findByPictures(references, limit)));
            }
            case T2T ->
                ranking(
                        new Question(edition, channel, List.of(), query.text(), limit),
                        () -> encoders.text(pool.encoder(), query.text())
                                .thenCompose(vector -> view.findByText(vector, limit)));
            case T2I ->
                pool.pictureEncoder() == null
                        ? CompletableFuture.completedFuture(new BankView.Ranking(List.of(), new float[0]))
                        : ranking(
                                new Question(edition, channel, List.of(), query.text(), limit),
                                () -> encoders.text(pool.pictureEncoder(), query.text())
                                        .thenCompose(vector -> view.findByPictures(List.of(vector), limit)));
        };
    }

    private CompletableFuture<BankView.Ranking> ranking(
            Question question, Supplier<CompletableFuture<BankView.Ranking>> asked) {
        CompletableFuture<BankView.Ranking> ranking = rankings.get(question, key -> asked.get());
        return ranking.whenComplete((found, failure) -> {
            if (failure != null) {
                rankings.asMap().remove(question, ranking);
            }
        });
    }

    @Override
    public CompletableFuture<EffectValue.Records> fetch(String bankId, List<String> records, boolean withTarget) {
        return view(bankId).thenCompose(view -> {
            int[] positions = new int[records.size()];
            for (int i = 0; i < positions.length; i++) {
                positions[i] = view.position(records.get(i));
                if (positions[i] < 0) {
                    throw new PortException(
                            EffectStatus.REJECTED, "bank " + bankId + " has no record '" + records.get(i) + "'");
                }
            }
            return read(view, positions, withTarget);
        });
    }

    @Override
    public CompletableFuture<EffectValue.Records> sample(String bankId, int count, long seed) {
        return view(bankId).thenCompose(view -> read(view, view.sample(count, seed), true));
    }

    private CompletableFuture<EffectValue.Records> read(BankView view, int[] positions, boolean withTarget) {
        CompletableFuture<Void> there =
                view.pool() == world.pool() ? publish(positions) : CompletableFuture.completedFuture(null);
        return there.thenApply(done -> new EffectValue.Records(IntStream.of(positions)
                .mapToObj(position -> view.read(position, withTarget))
                .toList()));
    }

    /** Puts what was not yet put of the world's pictures; two that ask at once may both put one, which is harmless. */
    private CompletableFuture<Void> publish(int[] positions) {
        return all(IntStream.of(positions)
                .filter(position -> published.getIfPresent(position) == null)
                .mapToObj(position ->
                        blobs.get().put(world.file(position)).thenAccept(hash -> published.put(position, true)))
                .toList());
    }

    private CompletableFuture<BankView> view(String bankId) {
        if (bankId.startsWith(LoadedBanks.PREFIX)) {
            return loaded.open(bankId);
        }
        try {
            BankView view =
                    views.get(bankId, id -> world.draw(BankId.parse(id)).bank().searched(ofWorld));
            return ofWorld == null
                    ? CompletableFuture.completedFuture(view)
                    : visible().thenApply(done -> view);
        } catch (IllegalArgumentException unknown) {
            return CompletableFuture.failedFuture(
                    new PortException(EffectStatus.REJECTED, unknown.getMessage(), unknown));
        }
    }

    /** One look for all who ask meanwhile. */
    private CompletableFuture<Void> visible() {
        CompletableFuture<Void> look = new CompletableFuture<>();
        CompletableFuture<Void> known = visible.compareAndExchange(null, look);
        if (known != null) {
            return known;
        }
        ofWorld.visible().whenComplete((done, failure) -> {
            if (failure == null) {
                look.complete(null);
            } else {
                visible.set(null);
                look.completeExceptionally(failure);
            }
        });
        return look;
    }

    private static CompletableFuture<Void> all(Collection<? extends CompletableFuture<?>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
    }

    /** Upkeep in the calling thread: a shared pool would outlive the class loader of a job. */
    private static Caffeine<Object, Object> bounded(int entries) {
        return Caffeine.newBuilder().maximumSize(entries).executor(Runnable::run);
    }

    @Override
    public void close() {
        executor.shutdownNow();
        encoders.close();
        try {
            IOUtils.closeAll(blobs, vectors);
        } catch (Exception failed) {
            throw new IllegalStateException("what a world's bank stands on cannot be closed", failed);
        }
    }
}
