// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Sha256;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A world of visual concept binding: drawings of many classes, and numbered instances without end that are made of them.
 * Everything follows from specification and seed, an instance from its bank's id alone. Pictures and descriptors are held
 * once, whatever the number of banks. Immutable and thread-safe.
 */
public final class World {
    /** Specification of the generated world. */
    public static final String GLYPHS = "glyphs";

    /** What the specification of an archive in the layout of Omniglot begins with; the path of the zip file follows. */
    public static final String OMNIGLOT = "omniglot:";

    /** Input text of every drawing. */
    static final String TEXT = "A hand-drawn symbol.";

    private static final float[] TEXT_VECTOR = HashedWords.of(TEXT);

    private static final int ORDER = 1;

    private final String name;
    private final long seed;
    private final Classes classes;
    private final RecordPool pool;
    private final byte[][] files;
    private final Instances instances;

    private World(String name, long seed, List<Drawing> drawings) {
        this.name = name;
        this.seed = seed;
        int[] order = IntStream.range(0, drawings.size()).toArray();
        Draws.first(
                order, order.length, Seeds.random(seed, ORDER)); // so that no id tells a class, nor the order of ties
        List<RecordPool.Entry> entries = new ArrayList<>();
        SortedMap<String, List<Integer>> characters = new TreeMap<>();
        files = new byte[order.length][];
        for (int position = 0; position < order.length; position++) {
            Drawing drawing = drawings.get(order[position]);
            files[position] = drawing.png();
            entries.add(entry(name, position, drawing));
            characters
                    .computeIfAbsent(drawing.character(), key -> new ArrayList<>())
                    .add(position);
        }
        pool = new RecordPool(entries, null, null);
        classes = new Classes(
                seed,
                characters.values().stream()
                        .map(positions ->
                                positions.stream().mapToInt(Integer::intValue).toArray())
                        .toList());
        instances = new Instances(seed, classes, pool);
    }

    /**
     * Opens a world.
     *
     * @param specification {@value #GLYPHS}, or {@value #OMNIGLOT} and the path of a zip archive
     * @throws IllegalArgumentException for any other specification, or if the archive cannot be read, is none or has too few
     *     drawings; names the entry at fault
     */
    public static World open(String specification, long seed) {
        if (specification.equals(GLYPHS)) {
            return new World(GLYPHS, seed, Glyphs.draw(GlyphStyle.FROZEN, seed));
        }
        if (specification.startsWith(OMNIGLOT)) {
            Path archive = Path.of(specification.substring(OMNIGLOT.length()));
            return new World("omniglot", seed, OmniglotArchive.read(archive));
        }
        throw new IllegalArgumentException("there is no world '" + specification + "'; set 'world' to " + GLYPHS
                + " or to " + OMNIGLOT + "<path of a zip archive>");
    }

    /** What its banks' ids begin with. */
    String name() {
        return name;
    }

    /** Number of drawings. */
    public int size() {
        return files.length;
    }

    /** The largest bank that every instance of a split can have. */
    public int largestBank(Split split) {
        return classes.largestBank(split);
    }

    /** The instance of a number, from 0, with a bank of 512 or 1,024 records. */
    public Instance instance(Split split, long number) {
        return instance(split, 0, number);
    }

    /**
     * The instance of a number, from 0.
     *
     * @param size records in its bank; 0 for 512 or 1,024 as it comes
     * @throws IllegalArgumentException for a size that the split cannot fill
     */
    public Instance instance(Split split, int size, long number) {
        return draw(new BankId(name, seed, split, size, number)).instance();
    }

    /** The instance of a bank's id; throws {@link IllegalArgumentException} for a bank that is not of this world. */
    Binding draw(BankId id) {
        if (!id.world().equals(name) || id.seed() != seed) {
            throw new IllegalArgumentException("bank " + id + " is not of the world " + name + " with seed " + seed
                    + ": set 'world' and 'seed' of the bank to those that the query was made with");
        }
        return instances.draw(id);
    }

    BankId bankId(Split split, int size, long number) {
        return new BankId(name, seed, split, size, number);
    }

    /** The encoded picture of the record at a position; not to be changed. */
    byte[] file(int position) {
        return files[position];
    }

    Classes classes() {
        return classes;
    }

    RecordPool pool() {
        return pool;
    }

    private static RecordPool.Entry entry(String source, int position, Drawing drawing) {
        Picture picture = Picture.newBuilder()
                .setSha256(Sha256.hex(drawing.png()))
                .setWidth(drawing.width())
                .setHeight(drawing.height())
                .build();
        String id = String.format("drawing-%06d", position);
        BankRecord record = new BankRecord(id, List.of(picture), TEXT, null, source, false);
        return new RecordPool.Entry(record, List.of(drawing.descriptor()), TEXT_VECTOR);
    }
}
