// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import dev.eddy.agent.EffectValue.Verdicts;
import dev.eddy.agent.SettingsReader;
import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.language.Relation;
import dev.eddy.local.language.Sentences;
import dev.eddy.local.language.Statement;
import dev.eddy.local.world.Seeds;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.port.Verifier;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Snippet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Judges by the truth about the questions of an {@link Encyclopaedia}. Where a request brings the target, it is never wrong. Where
 * it brings none, it stands for a verifier from outside, which has to judge by what it sees, and errs: a share of its verdicts,
 * drawn from world, question and content, is the wrong way round, and is so each time it is asked.
 *
 * <p>A query helps if it names whom the question is about (or, of two hops, whom the first leads to) and the relation that is
 * wanted of that organisation. A page helps if it states the answer, or for two hops whom the first leads to; a picture if its
 * title is the name of the organisation in the question's picture.
 */
public final class EncyclopaediaVerifier implements Verifier {
    private static final int ERROR = 4;

    private final Encyclopaedia world;
    private final double outsideAccuracy;

    /** @param outsideAccuracy share of its verdicts without a target that are right, 0 to 1 */
    public EncyclopaediaVerifier(Encyclopaedia world, double outsideAccuracy) {
        this.world = world;
        this.outsideAccuracy = outsideAccuracy;
    }

    @Override
    public CompletableFuture<Verdicts> verify(Request request) {
        EmblemQuestion question = EmblemQuestion.of(request.question());
        Organisation shown = request.pictures().size() == 1
                ? world.shown(request.pictures().get(0).getSha256())
                : null;
        if (question == null || shown == null) {
            return CompletableFuture.failedFuture(
                    new PortException(
                            EffectStatus.INVALID,
                            "'" + request.question() + "' with "
                                    + request.pictures().size()
                                    + " pictures is no question of this encyclopaedia: set the verifier's 'seed' to the world's"));
        }
        Encyclopaedia.Truth truth = world.truth(shown, question);
        List<Boolean> queries = request.queries().stream()
                .map(query -> helps(query, question, truth) ^ errs(request, query))
                .toList();
        List<Boolean> snippets = request.snippets().stream()
                .map(snippet -> helps(snippet, question, truth) ^ errs(request, snippet.getSha256()))
                .toList();
        return CompletableFuture.completedFuture(new Verdicts(queries, snippets));
    }

    private boolean errs(Request request, String content) {
        return request.targets().isEmpty()
                && Seeds.random(
                                        world.seed(),
                                        ERROR,
                                        request.question().hashCode(),
                                        request.pictures().get(0).getSha256().hashCode(),
                                        content.hashCode())
                                .nextDouble()
                        >= outsideAccuracy;
    }

    private static boolean helps(String query, EmblemQuestion question, Encyclopaedia.Truth truth) {
        return names(query, truth.subject(), question.relation())
                || question.twoHops() && names(query, truth.shown(), question.link());
    }

    private static boolean names(String query, Organisation organisation, Relation relation) {
        return query.contains(organisation.name())
                && Sentences.words(query).stream().anyMatch(word -> Relation.of(word) == relation);
    }

    private static boolean helps(Snippet snippet, EmblemQuestion question, Encyclopaedia.Truth truth) {
        if (snippet.getPicture() != null) {
            return snippet.getTitle().equals(truth.shown().name());
        }
        for (Statement statement : Statement.read(snippet.getText())) {
            if (statement.value().equals(truth.target())
                    || question.twoHops()
                            && statement.relation() == question.link()
                            && statement.value().equals(truth.subject().name())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {}

    /**
     * Name {@code encyclopaedia}. Settings: {@code seed} (7) of the world; {@code outside-accuracy} (0.9), the share of its
     * verdicts without a target that are right.
     */
    public static final class Factory implements PortFactory<Verifier> {
        @Override
        public Class<Verifier> port() {
            return Verifier.class;
        }

        @Override
        public String name() {
            return "encyclopaedia";
        }

        @Override
        public Verifier open(Map<String, String> settings) {
            SettingsReader own = new SettingsReader("the encyclopaedia's verifier", settings);
            long seed = Encyclopaedia.seed(own);
            double outsideAccuracy = own.number("outside-accuracy", 0.9, 0, 1);
            own.end();
            return new EncyclopaediaVerifier(Encyclopaedia.open(seed), outsideAccuracy);
        }
    }
}
