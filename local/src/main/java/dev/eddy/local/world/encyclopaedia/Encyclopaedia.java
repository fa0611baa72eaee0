// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.SettingsReader;
import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.language.Relation;
import dev.eddy.local.language.SiteKind;
import dev.eddy.local.vision.GrayPicture;
import dev.eddy.local.world.Canvas;
import dev.eddy.local.world.Seeds;
import dev.eddy.schemas.Sha256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A generated web: organisations with emblems in look-alike clusters, pages about them of which many are outdated, wrong or
 * empty, thumbnails with titles, what models heard of all this long ago, and numbered questions without end. Everything follows
 * from the seed. Immutable and thread-safe.
 */
public final class Encyclopaedia {
    /** Pictures of an organisation that questions show. */
    static final int PICTURES = 4;

    private static final int PART = 1;
    private static final int THUMBNAIL = 2;
    private static final int QUESTION = 3;
    private static final int TWO_HOPS_PERCENT = 30;
    private static final long USUAL_SEED = 7;
    static final List<Relation> ATTRIBUTES = Arrays.stream(Relation.values())
            .filter(relation -> !relation.link())
            .toList();
    private static final List<Relation> LINKS =
            Arrays.stream(Relation.values()).filter(Relation::link).toList();
    private static final Cache<Long, Encyclopaedia> OPEN =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build();

    private final long seed;
    private final Map<Part, Population> populations = new EnumMap<>(Part.class);
    private final Map<Part, Emblems> emblems = new EnumMap<>(Part.class);
    private final List<Page> pages = new ArrayList<>();
    private final FullText fullText;
    private final Gallery gallery;
    private final byte[] schooling;
    private final Once<Map<String, Organisation>> byPicture = new Once<>(this::drawAll);

    private Encyclopaedia(Style style, long seed) {
        this.seed = seed;
        Schooling school = new Schooling(style, seed);
        List<Gallery.Thumbnail> thumbnails = new ArrayList<>();
        for (Part part : Part.values()) {
            Population population = Population.create(style, seed, part);
            Emblems drawn = new Emblems(style, seed, part);
            populations.put(part, population);
            emblems.put(part, drawn);
            PageWriter writer = new PageWriter(style, Seeds.mix(seed, PART, part.ordinal()));
            population.organisations().forEach(organisation -> pages.addAll(writer.write(organisation)));
            thumbnails.addAll(population.organisations().parallelStream()
                    .map(organisation -> thumbnail(style, part, organisation))
                    .toList());
            school.add(part, population, drawn);
        }
        this.fullText = new FullText(style, pages);
        this.gallery = new Gallery(thumbnails);
        this.schooling = school.bytes();
    }

    /** The world of a seed; the same object for everyone who holds it. */
    public static Encyclopaedia open(long seed) {
        return OPEN.get(seed, key -> new Encyclopaedia(Style.FROZEN, key));
    }

    /** What ports of a world are told of it. */
    static long seed(SettingsReader settings) {
        return settings.whole("seed", USUAL_SEED, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** One made otherwise, for tables that compare worlds. */
    static Encyclopaedia create(Style style, long seed) {
        return new Encyclopaedia(style, seed);
    }

    private Gallery.Thumbnail thumbnail(Style style, Part part, Organisation organisation) {
        Random random = Seeds.random(seed, THUMBNAIL, part.ordinal(), organisation.number());
        List<String> relatives = organisation.relatives();
        String relative = relatives.get(random.nextInt(relatives.size()));
        String title = random.nextDouble() < style.mistitled() ? relative : organisation.name();
        Canvas canvas = emblems.get(part).draw(organisation, Emblems.Purpose.THUMBNAIL, 0);
        String source = SiteKind.AGGREGATOR.site("gallery" + random.nextInt(40));
        return new Gallery.Thumbnail(title, source, canvas.png(), canvas.gray());
    }

    /** The question of a number, from 0; the same number is the same question. */
    public EmblemCase question(Part part, long number) {
        Random random = Seeds.random(seed, QUESTION, part.ordinal(), number);
        List<Organisation> organisations = populations.get(part).organisations();
        Organisation shown = organisations.get(random.nextInt(organisations.size()));
        Relation link = random.nextInt(100) < TWO_HOPS_PERCENT ? LINKS.get(random.nextInt(LINKS.size())) : null;
        EmblemQuestion question = new EmblemQuestion(link, ATTRIBUTES.get(random.nextInt(ATTRIBUTES.size())));
        byte[] png = picture(part, shown, random.nextInt(PICTURES));
        String target = truth(shown, question).target();
        return new EmblemCase(png, Canvas.SIDE, Canvas.SIDE, question.text(), target);
    }

    private byte[] picture(Part part, Organisation organisation, int number) {
        return emblems.get(part)
                .draw(organisation, Emblems.Purpose.QUESTION, number)
                .png();
    }

    /** The same as seen. */
    GrayPicture drawing(Part part, Organisation organisation, int number) {
        return emblems.get(part)
                .draw(organisation, Emblems.Purpose.QUESTION, number)
                .gray();
    }

    long seed() {
        return seed;
    }

    /** What models heard before they were asked anything: JSON lines of pictures with captions and of sentences. */
    public byte[] schooling() {
        return schooling.clone();
    }

    /**
     * What answers a question.
     *
     * @param subject whom the last relation is of
     */
    record Truth(Organisation shown, Organisation subject, String target) {}

    Truth truth(Organisation shown, EmblemQuestion question) {
        Organisation subject =
                question.twoHops() ? named(shown.fact(question.link()).value()) : shown;
        return new Truth(shown, subject, subject.fact(question.relation()).value());
    }

    /** The organisation in a picture of a question; null for any other picture. */
    Organisation shown(String sha256) {
        return byPicture.get().get(sha256);
    }

    /** Null for a name that nobody has. */
    Organisation named(String name) {
        for (Population population : populations.values()) {
            Organisation organisation = population.named(name);
            if (organisation != null) {
                return organisation;
            }
        }
        return null;
    }

    List<Page> pages() {
        return pages;
    }

    FullText fullText() {
        return fullText;
    }

    Gallery gallery() {
        return gallery;
    }

    Population population(Part part) {
        return populations.get(part);
    }

    private Map<String, Organisation> drawAll() {
        Map<String, Organisation> known = new ConcurrentHashMap<>();
        for (Part part : Part.values()) {
            populations.get(part).organisations().parallelStream().forEach(organisation -> {
                for (int number = 0; number < PICTURES; number++) {
                    known.put(Sha256.hex(picture(part, organisation, number)), organisation);
                }
            });
        }
        return known;
    }
}
