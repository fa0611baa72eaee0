// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static dev.eddy.agent.acticl.FakeOutside.call;
import static dev.eddy.agent.acticl.FakeOutside.curate;
import static dev.eddy.agent.acticl.FakeOutside.read;
import static dev.eddy.agent.acticl.FakeOutside.search;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect.ChannelQuery;
import dev.eddy.agent.Effect.FetchRecords;
import dev.eddy.agent.Effect.Retrieve;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.Picture;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SearchToolTest {
    private final FakeOutside outside = new FakeOutside(20);

    @Test
    void whatWasShownTakesNoPlace() {
        outside.script(search(), read(2), search(), search(), search());
        TestRun run = TestRun.of(TestRun.query("trained", null), outside);
        assertThat(run.feedback())
                .startsWith(
                        "{\"status\":\"ok\",\"returned\":[1,2,3,4,5,6,7,8],\"new\":[1,2,3,4,5,6,7,8],\"already_in_pool\":[]}")
                .contains(
                        "{\"status\":\"ok\",\"returned\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16],\"new\":[9,10,11,12,13,14,15,16],"
                                + "\"already_in_pool\":[1,2,3,4,5,6,7,8]}",
                        "{\"status\":\"ok\",\"returned\":[1,2,3,4,5,6,7,8,17,18,19,20],\"new\":[17,18,19,20],"
                                + "\"already_in_pool\":[1,2,3,4,5,6,7,8]}",
                        "{\"status\":\"ok\",\"returned\":[1,2,3,4,5,6,7,8],\"new\":[],\"already_in_pool\":[1,2,3,4,5,6,7,8]}");
        assertThat(run.errors()).containsOnly("ok");
    }

    @Test
    void whatWasShownTakesItsPlaceWhereNotExcluded() {
        outside.script(search(), search());
        TestRun run = TestRun.of(
                TestRun.agent(Map.of("exclude-seen", "false")),
                TestRun.query("trained", null).build(),
                outside,
                new Random(0));
        assertThat(run.feedback().get(1))
                .isEqualTo("{\"status\":\"ok\",\"returned\":[1,2,3,4,5,6,7,8],\"new\":[],"
                        + "\"already_in_pool\":[1,2,3,4,5,6,7,8]}");
    }

    @Test
    void theResultStandsInOrderOfItsRanking() {
        outside.rankings.put(Channel.I2I, List.of("r03", "r01"));
        outside.rankings.put(Channel.T2T, List.of("r05", "r01"));
        outside.script(search(), call("search", "{\"mode\":\"textual\",\"task_query\":\"names\"}"));
        TestRun run = TestRun.of(TestRun.query("trained", null), outside);
        assertThat(run.feedback().get(1))
                .isEqualTo("{\"status\":\"ok\",\"returned\":[3,2],\"new\":[3],\"already_in_pool\":[2]}");
        assertThat(fetches(run).get(1).records()).containsExactly("r05");
    }

    @Test
    void anEmptyBankIsNoError() {
        TestRun run = TestRun.of(TestRun.query("trained", null), searching(new FakeOutside(0)));
        assertThat(run.feedback().get(0))
                .isEqualTo("{\"status\":\"ok\",\"returned\":[],\"new\":[],\"already_in_pool\":[]}");
        assertThat(fetches(run)).isEmpty();
    }

    @Test
    void asksTheChannelsOfTheMode() {
        String all = "\"ref_images\":[\"q:1\",\"d2:1\"],\"visual_query\":\"a cross\",\"task_query\":\"naming\"}";
        outside.script(
                search(),
                read(2),
                call("search", "{\"mode\":\"visual\"," + all),
                call("search", "{\"mode\":\"textual\"," + all),
                call("search", "{\"mode\":\"joint\"," + all),
                call("search", "{\"mode\":\"joint\",\"disable\":[\"i2i\",\"t2t\"]," + all));
        TestRun run = TestRun.of(TestRun.query("trained", null), outside);
        Picture glyph = FakeOutside.GLYPH;
        ChannelQuery pictures = new ChannelQuery(List.of(glyph, glyph), "");
        ChannelQuery visual = new ChannelQuery(List.of(), "a cross");
        ChannelQuery task = new ChannelQuery(List.of(), "naming");
        assertThat(retrieves(run).subList(1, 5))
                .extracting(Retrieve::channels)
                .containsExactly(
                        Map.of(Channel.I2I, pictures, Channel.T2I, visual),
                        Map.of(Channel.T2T, task),
                        Map.of(Channel.I2I, pictures, Channel.T2I, visual, Channel.T2T, task),
                        Map.of(Channel.T2I, visual));
    }

    @Test
    void indicesAreNeverUsedAgain() {
        outside.script(
                search(), read(3), curate(List.of(3), List.of()), search(), curate(List.of(), List.of(3)), read(9));
        TestRun run = TestRun.of(TestRun.query("trained", null), outside);
        ActIclState last = run.states.get(run.states.size() - 1);
        assertThat(last.demos()).extracting(Demo::index).containsExactly(3, 9);
        assertThat(last.demos()).extracting(demo -> demo.record().getRecordId()).containsExactly("r03", "r09");
        assertThat(last.pool())
                .extracting(Candidate::index)
                .doesNotContain(3, 9)
                .doesNotHaveDuplicates();
    }

    private static FakeOutside searching(FakeOutside outside) {
        outside.script(search());
        return outside;
    }

    private static List<Retrieve> retrieves(TestRun run) {
        return run.effects.stream()
                .filter(Retrieve.class::isInstance)
                .map(Retrieve.class::cast)
                .toList();
    }

    private static List<FetchRecords> fetches(TestRun run) {
        return run.effects.stream()
                .filter(FetchRecords.class::isInstance)
                .map(FetchRecords.class::cast)
                .toList();
    }
}
