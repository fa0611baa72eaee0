// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddy.local.language.Relation;
import dev.eddy.local.language.Statement;
import dev.eddy.local.world.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * What a model read and saw before it was ever asked anything: pictures of emblems with their captions, and sentences. Much was
 * said of famous organisations and little of others; some of it is wrong, and some has changed since.
 *
 * <p>JSON lines, {@code {"caption": name, "picture": base64 of a PNG}} or {@code {"text": sentence}}.
 */
final class Schooling {
    private static final int SEEN = 1;
    private static final int HEARD = 2;

    private final Style style;
    private final long seed;
    private final ObjectMapper json = new ObjectMapper();
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

    Schooling(Style style, long seed) {
        this.style = style;
        this.seed = seed;
    }

    /** Adds what was told of a part. */
    void add(Part part, Population population, Emblems emblems) {
        for (Organisation organisation : population.organisations()) {
            Random seen = Seeds.random(seed, SEEN, part.ordinal(), organisation.number());
            if (seen.nextDouble() < (organisation.famous() ? style.seenFamous() : style.seenObscure())) {
                byte[] png =
                        emblems.draw(organisation, Emblems.Purpose.MEMORY, 0).png();
                add(json.createObjectNode().put("caption", organisation.name()).put("picture", png));
            }
            for (Relation relation : Relation.values()) {
                Random heard = Seeds.random(seed, HEARD, part.ordinal(), organisation.number(), relation.ordinal());
                tell(organisation, relation, heard, population);
            }
        }
    }

    private void tell(Organisation organisation, Relation relation, Random random, Population population) {
        Fact fact = organisation.fact(relation);
        boolean silent = fact.changed() && random.nextDouble() < style.silent();
        int exposures = poisson(organisation.famous() ? style.exposuresFamous() : style.exposuresObscure(), random);
        for (int i = 0; i < exposures; i++) {
            String value = fact.value();
            if (fact.changed() && (silent || random.nextDouble() < style.lagging())) {
                value = fact.earlier();
            }
            if (random.nextDouble() < style.slip()) {
                List<String> relatives = organisation.relatives();
                String relative = relatives.get(random.nextInt(relatives.size()));
                value = population.named(relative).fact(relation).value();
            }
            Statement statement = new Statement(organisation.name(), relation, value);
            String sentence = statement.sentence(Statement.Form.of(random.nextInt()), relation.word());
            add(json.createObjectNode().put("text", sentence));
        }
    }

    /** Knuth's way, for small means. */
    private static int poisson(double mean, Random random) {
        double least = StrictMath.exp(-mean);
        int count = 0;
        for (double product = random.nextDouble(); product > least; product *= random.nextDouble()) {
            count++;
        }
        return count;
    }

    private void add(ObjectNode line) {
        try {
            lines.write(json.writeValueAsBytes(line));
            lines.write("\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write in memory", e);
        }
    }

    byte[] bytes() {
        return lines.toByteArray();
    }
}
