// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.port.PortException;
import dev.eddy.port.TrajectoryReader;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class GroupExportTest {
    private final List<String> problems = new ArrayList<>();

    @Test
    void aGroupOfWhichSomethingIsGoneForGoodIsLeftOut() {
        try (GroupExport export = export(EffectStatus.REJECTED)) {
            export.write(group(), new StringWriter());

            assertThat(export.leftOut()).isEqualTo(1);
            assertThat(problems).singleElement().asString().contains("group q", "not to be had");
        }
    }

    @Test
    void whatCannotBeReadNowEndsTheExport() {
        try (GroupExport export = export(EffectStatus.UNAVAILABLE)) {
            assertThatThrownBy(() -> export.write(group(), new StringWriter()))
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseMessage("not to be had");
            assertThat(export.leftOut()).isZero();
        }
    }

    private GroupExport export(EffectStatus failure) {
        return new GroupExport(new Failing(failure), null, group -> true, problems::add);
    }

    private static byte[] group() {
        return Codec.of(TrainingGroup.class)
                .encode(TrainingGroup.newBuilder()
                        .setGroupId("q")
                        .setAgent("a")
                        .setPolicy("a")
                        .setQueryId("q")
                        .setGroupSize(1)
                        .setMembers(List.of())
                        .setEstimator("grpo")
                        .setStatus(GroupStatus.COMPLETE)
                        .build());
    }

    private record Failing(EffectStatus status) implements TrajectoryReader {
        @Override
        public CompletableFuture<List<Trajectory>> read(List<TrajectoryRef> refs) {
            return CompletableFuture.failedFuture(new PortException(status, "not to be had"));
        }

        @Override
        public void close() {}
    }
}
