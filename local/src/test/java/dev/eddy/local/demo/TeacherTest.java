// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.experiment.ColdStarts;
import dev.eddy.local.experiment.ColdStarts.Summary;
import dev.eddy.local.experiment.ColdStarts.Taught;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.experiment.Subjects;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TeacherTest {
    private static final long SEED = 7;

    @TempDir
    private Path run;

    private final Heard heard = new Heard();

    @Test
    void ofARunWithoutColdStartsNothingIsTold() throws Exception {
        try (Subject subject = Subjects.open("acticl", null, SEED, run)) {
            Tenant tenant = tenant(subject);
            Teacher teacher = taught(tenant);

            assertThat(heard.lines).isEmpty();
            assertThat(teacher.weights(tenant.own())).isNull();
            assertThat(teacher.summary(tenant.own())).isNull();
        }
    }

    @Test
    void aPolicyBeginsWithWhatItsRunHolds() throws Exception {
        Taught given = new Taught(new byte[] {1}, new TreeMap<>(Map.of("kept", 2, "wrong_answer", 3)));
        ColdStarts.remember(ColdStarts.inRun(run, "acticl"), SEED, "trained", given);
        try (Subject subject = Subjects.open("acticl", null, SEED, run)) {
            Tenant tenant = tenant(subject);
            Teacher teacher = taught(tenant);

            assertThat(heard.lines).hasSize(2).contains("cold starts 1");
            assertThat(teacher.weights(tenant.own())).containsExactly(1);
            assertThat(teacher.summary(tenant.own()))
                    .isEqualTo(new Summary(5, 2, new TreeMap<>(Map.of("wrong_answer", 3))));
        }
    }

    private static Tenant tenant(Subject subject) {
        return Tenant.of(subject, DemoSettings.of(List.of(subject.agent()), SEED), true);
    }

    private Teacher taught(Tenant tenant) throws Exception {
        Teacher teacher = new Teacher(run, SEED);
        teacher.teach(List.of(tenant), heard, () -> false);
        return teacher;
    }

    private static final class Heard implements RunProgress {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void begin(String what, long total) {
            lines.add(what + " " + total);
        }

        @Override
        public void at(long done, String note) {}

        @Override
        public void end() {}

        @Override
        public void note(String line) {
            lines.add(line);
        }
    }
}
