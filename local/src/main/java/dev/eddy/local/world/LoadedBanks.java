// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.port.VectorIndex;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

/**
 * Banks that {@link BankLoader} made; read and described once, when they are first opened, and anew once they were loaded again.
 * Thread-safe.
 */
final class LoadedBanks {
    /** What their ids begin with; the name follows. */
    static final String PREFIX = "bank/";

    private static final int BANKS_AT_HAND = 16;

    private final Path folder;
    private final BlobStore blobs;
    private final Executor executor;
    private final Encoders encoders;
    private final VectorIndex vectors;

    /** By edition. Futures, so that two who open a bank at once wait for one reading; a failed one is not kept. */
    private final Cache<String, CompletableFuture<BankView>> open = Caffeine.newBuilder()
            .maximumSize(BANKS_AT_HAND)
            .executor(Runnable::run)
            .build();

    /**
     * Opens the banks of a folder.
     *
     * @param folder null where there are none
     * @param executor where files are read, pictures described, and encoders opened
     * @param encoders where those that banks name are opened
     * @param vectors where the vectors of all of them are; null where they are described and kept here
     */
    LoadedBanks(Path folder, BlobStore blobs, Executor executor, Encoders encoders, VectorIndex vectors) {
        this.folder = folder;
        this.blobs = blobs;
        this.executor = executor;
        this.encoders = encoders;
        this.vectors = vectors;
    }

    /** All of a bank, with the targets that it was loaded with. */
    CompletableFuture<BankView> open(String bankId) {
        return CompletableFuture.supplyAsync(() -> edition(bankId), executor)
                .thenCompose(edition -> open(bankId, edition));
    }

    private CompletableFuture<BankView> open(String bankId, String edition) {
        CompletableFuture<BankView> view = open.get(
                edition,
                asked -> CompletableFuture.supplyAsync(() -> read(bankId, asked), executor)
                        .thenCompose(read -> read.outside() == null
                                ? CompletableFuture.completedFuture(read)
                                : read.outside().visible().thenApply(done -> read)));
        return view.whenComplete((opened, failure) -> {
            if (failure != null) {
                open.asMap().remove(edition, view);
            }
        });
    }

    /** A bank that is loaded again is another file in the place of the first. */
    private String edition(String bankId) {
        Path file = file(bankId);
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return bankId + "@" + now.lastModifiedTime() + "/" + now.size() + "/" + now.fileKey();
        } catch (IOException e) {
            throw new PortException(EffectStatus.UNAVAILABLE, "bank " + bankId + ": " + e.getMessage(), e);
        }
    }

    private BankView read(String bankId, String edition) {
        Path file = file(bankId);
        List<RecordPool.Entry> entries = new ArrayList<>();
        OutsideVectors outside;
        Map<String, String> targets = new HashMap<>();
        Set<Optional<String>> ofTexts = new HashSet<>();
        Set<Optional<String>> ofPictures = new HashSet<>();
        RecordPool pool;
        try {
            BankFile.read(file, BankFile.Kept.class, kept -> {
                entries.add(entry(kept));
                targets.put(kept.id(), kept.target());
                ofTexts.add(Optional.ofNullable(kept.meaning()).map(BankFile.Meaning::encoder));
                kept.pictures()
                        .forEach(picture -> ofPictures.add(
                                Optional.ofNullable(picture.meaning()).map(BankFile.Meaning::encoder)));
            });
            pool = new RecordPool(entries, encoder(ofTexts, "texts"), pictureEncoder(ofPictures));
            outside = vectors == null ? null : OutsideVectors.read(vectors, bankId.substring(PREFIX.length()), file);
        } catch (IOException | IllegalArgumentException broken) {
            throw new PortException(EffectStatus.INVALID, "bank " + bankId + ": " + broken.getMessage(), broken);
        }
        String[] byPosition = IntStream.range(0, pool.size())
                .mapToObj(position -> targets.get(pool.record(position).getRecordId()))
                .toArray(String[]::new);
        return new BankView(
                edition, pool, IntStream.range(0, pool.size()).toArray(), position -> byPosition[position], outside);
    }

    /** The one that all records agree on, opened; null for none. */
    private String encoder(Set<Optional<String>> named, String what) throws IOException {
        if (named.size() > 1) {
            throw new IOException("its " + what + " were encoded in different ways: " + named + "; load it again");
        }
        String encoder = named.stream().findAny().flatMap(one -> one).orElse(null);
        if (encoder != null) {
            encoders.open(encoder);
        }
        return encoder;
    }

    private String pictureEncoder(Set<Optional<String>> named) throws IOException {
        String encoder = encoder(named, "pictures");
        if (encoder != null && !encoders.open(encoder)) {
            throw new IOException("its pictures were encoded by '" + encoder
                    + "', which sees none as it is opened now: set 'encoders." + encoder
                    + ".<setting>' as when the bank was loaded");
        }
        return encoder;
    }

    private Path file(String bankId) {
        if (folder == null) {
            throw rejected(bankId, "no folder of banks is set: set 'banks'", null);
        }
        try {
            Path file = BankFile.path(folder, bankId.substring(PREFIX.length()));
            if (!Files.isRegularFile(file)) {
                throw rejected(bankId, "there is no file " + file + "; load it with 'eddy bank load'", null);
            }
            return file;
        } catch (IllegalArgumentException noName) {
            throw rejected(bankId, noName.getMessage(), noName);
        }
    }

    private RecordPool.Entry entry(BankFile.Kept kept) {
        List<Picture> pictures = kept.pictures().stream()
                .map(picture -> new Picture(picture.sha256(), picture.width(), picture.height(), null))
                .toList();
        BankRecord record = new BankRecord(kept.id(), pictures, kept.text(), null, "loaded", false);
        return vectors == null
                ? new RecordPool.Entry(record, BankVectors.pictures(kept, blobs), BankVectors.text(kept))
                : new RecordPool.Entry(record, List.of(), new float[0]);
    }

    private static PortException rejected(String bankId, String why, Throwable cause) {
        return new PortException(EffectStatus.REJECTED, "there is no bank " + bankId + ": " + why, cause);
    }
}
