// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.policy.svrl.NoToolPass;
import dev.eddy.local.world.encyclopaedia.Encyclopaedia;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.Query;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which of SVRL's questions need no search: the world was fitted to 0.40 of them before any policy learnt in it. */
class SearchFreeITCase {
    private static final long WORLD = 7;

    @TempDir
    private Path folder;

    private Subject subject;

    @BeforeEach
    void open() throws Exception {
        subject = Subjects.open("svrl", null, WORLD, folder);
    }

    @AfterEach
    void close() throws Exception {
        subject.close();
    }

    @Test
    void aboutFourInTenQuestions() {
        long free = questions(500).stream()
                .filter(asked -> asked.label().getSearchFree())
                .count();

        assertThat(free / 500.0).isBetween(0.35, 0.45);
    }

    @Test
    void thoseThatTheNoToolPassAnswersRight() {
        NoToolPass pass = new NoToolPass(Encyclopaedia.open(WORLD).schooling());
        BlobStore blobs = subject.ports().get(BlobStore.class);

        assertThat(questions(60)).allSatisfy(asked -> {
            Query query = asked.query()
                    .setAgent("svrl")
                    .setPolicy("svrl")
                    .setMode("trained")
                    .build();
            byte[] picture = blobs.get(query.getPictures().get(0).getSha256()).join();
            Optional<String> answer = pass.answer(picture, query.getText());
            assertThat(asked.label().getSearchFree())
                    .isEqualTo(
                            answer.filter(asked.label().getTargets()::contains).isPresent());
        });
    }

    private List<Asked> questions(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> subject.ask(Part.TEST, number, "q" + number))
                .toList();
    }
}
