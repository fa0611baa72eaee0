// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.Agent;
import dev.eddy.agent.Agents;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.PortGuard;
import dev.eddy.port.BlobStore;
import dev.eddy.port.CallLimits;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortChoice;
import dev.eddy.rollout.ScriptedAgent;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class PortEnvironmentTest {
    private static final PortChoice LENT = PortChoice.of("lent", Map.of());
    private static final AgentSource AGENTS = tokenizer -> Map.of(ScriptedAgent.NAME, new ScriptedAgent());
    private static final Call CALL = new Call("q/0", new Effect.OpenBank(0, "bank", 4), new byte[32], null, 1, 0);

    @Test
    void itLeasesItsPortsRunsEffectsOnThemAndGivesThemBack() throws Exception {
        try (LoopEnvironment.Opened opened = environment(LENT, LENT).open()) {
            assertThat(LentPorts.OPEN).hasValue(4);
            assertThat(opened.rollouts()).containsOnlyKeys(ScriptedAgent.NAME);

            assertThat(opened.effects().run(CALL).join()).isEqualTo(new Completed(0, new EffectValue.Bank(7, 4)));
            opened.effects().run(CALL).join();
            assertThat(opened.journal().hits()).isEqualTo(1);
        }
        assertThat(LentPorts.OPEN).hasValue(0);
    }

    @Test
    void callsToAPortAreHeldBackWhereItsLimitsSaySo() throws Exception {
        PortChoice limited = LENT.within(new CallLimits(
                3, Duration.ofSeconds(1), 0, CallLimits.Concurrency.UNLIMITED, 1, null, Duration.ofSeconds(1), null));
        PortEnvironment environment = environment(LENT, null);
        environment.ports().put(DemonstrationBank.class, limited);

        try (LoopEnvironment.Opened opened = environment.open()) {
            assertThat(opened.guards()).extracting(PortGuard::label).containsExactly("demonstration-bank");
            assertThat(opened.effects().run(CALL).join()).isEqualTo(new Completed(0, new EffectValue.Bank(7, 4)));
        }
        try (LoopEnvironment.Opened opened = environment(LENT, null).open()) {
            assertThat(opened.guards()).as("nothing is remote").isEmpty();
        }
        assertThat(LentPorts.OPEN).hasValue(0);
    }

    @Test
    void withoutAJournalEffectsAreNotJournaled() throws Exception {
        try (LoopEnvironment.Opened opened = environment(LENT, null).open()) {
            assertThat(opened.journal()).isNull();
            assertThat(opened.effects().run(CALL).join()).isEqualTo(new Completed(0, new EffectValue.Bank(7, 4)));
        }
        assertThat(LentPorts.OPEN).hasValue(0);
    }

    @Test
    void aPortThatIsNotThereGivesBackThoseThatAre() {
        assertThatThrownBy(() ->
                        environment(PortChoice.of("absent", Map.of()), LENT).open())
                .hasMessageContaining("no BlobStore is named 'absent'");
        assertThat(LentPorts.OPEN).hasValue(0);
    }

    @Test
    void anAgentWhoseTokensTheModelDoesNotReadIsRefused() {
        Agent<?> foreign = Agents.create("acticl", WordTokenizer.instance(), Map.of());
        PortEnvironment environment = new PortEnvironment(
                tokenizer -> Map.of("acticl", foreign),
                environment(LENT, null).ports(),
                EffectLimits.DEFAULT,
                Duration.ofHours(1));

        assertThatThrownBy(environment::open)
                .hasMessageContaining("agent 'acticl'")
                .hasMessageContaining(foreign.tokenizer().hash())
                .hasMessageContaining("lent-model")
                .hasMessageContaining(new ScriptedAgent().tokenizer().hash());
        assertThat(LentPorts.OPEN).hasValue(0);
    }

    @Test
    void aJournalThatForgetsBeforeALoopCanBeResumedIsRefused() {
        PortEnvironment longer =
                new PortEnvironment(AGENTS, environment(LENT, LENT).ports(), EffectLimits.DEFAULT, Duration.ofDays(2));

        assertThatThrownBy(longer::open)
                .hasMessageContaining("PT24H")
                .hasMessageContaining("PT48H")
                .hasMessageContaining("eddy.effect-journal.downtime");
        assertThat(LentPorts.OPEN).hasValue(0);
    }

    @Test
    void itTravelsWithTheJob() throws Exception {
        PortEnvironment environment = environment(LENT, LENT);

        PortEnvironment arrived = InstantiationUtil.clone(environment);

        assertThat(arrived.ports()).isEqualTo(environment.ports());
        assertThat(arrived.limits()).isEqualTo(environment.limits());
    }

    private static PortEnvironment environment(PortChoice blobs, PortChoice journal) {
        HashMap<Class<? extends AutoCloseable>, PortChoice> ports =
                new HashMap<>(Map.of(PolicyModel.class, LENT, DemonstrationBank.class, LENT, BlobStore.class, blobs));
        if (journal != null) {
            ports.put(EffectJournal.class, journal);
        }
        return new PortEnvironment(AGENTS, ports, EffectLimits.DEFAULT, Duration.ofHours(1));
    }
}
