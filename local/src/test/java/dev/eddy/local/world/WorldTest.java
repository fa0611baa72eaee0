// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.schemas.Label;
import dev.eddy.schemas.Query;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorldTest {
    private static final int INSTANCES = 200;

    private final World world = Worlds.glyphs();

    @Test
    void theSameSeedDrawsTheSameWorldAndAnotherSeedAnother() throws IOException {
        World again = World.open(World.GLYPHS, 7);
        World other = World.open(World.GLYPHS, 8);

        assertThat(again.size()).isEqualTo(260 * 20);
        assertThat(hashes(again)).isEqualTo(hashes(world));
        Set<String> both = new HashSet<>(hashes(other));
        both.retainAll(new HashSet<>(hashes(world)));
        assertThat(both).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Split.class)
    void anInstanceIsMadeAgainFromItsBanksIdAlone(Split split) {
        Binding binding = world.draw(world.bankId(split, 0, 12_345));

        Binding again = world.draw(BankId.parse(binding.instance().bankId().toString()));

        assertThat(again.instance()).isEqualTo(binding.instance()).isEqualTo(world.instance(split, 12_345));
        assertThat(again.bank().members()).isEqualTo(binding.bank().members());
        assertThat(targets(again)).isEqualTo(targets(binding));
    }

    @Test
    void strictBanksShowNoClassThatTrainingEverShows() {
        Set<Integer> training = shown(Split.TRAIN);
        Set<Integer> strict = shown(Split.STRICT);

        assertThat(training).hasSize(130);
        assertThat(strict).hasSize(130).doesNotContainAnyElementsOf(training);
    }

    @Test
    void theLooserHeldOutWorldAsksAboutUnseenClassesAmongAll() {
        Set<Integer> training = shown(Split.TRAIN);

        assertThat(bindings(Split.ALL))
                .allSatisfy(binding -> assertThat(training).doesNotContainAnyElementsOf(allowed(binding)));
        assertThat(shown(Split.ALL)).hasSize(260);
    }

    @ParameterizedTest
    @EnumSource(Split.class)
    void aBankShowsEachAllowedClassAsOftenAsSaidAndTheDrawingAskedAboutNever(Split split) {
        for (Binding binding : bindings(split)) {
            Instance instance = binding.instance();
            Map<String, Integer> shown = new HashMap<>();
            targets(binding).forEach(target -> shown.merge(target, 1, Integer::sum));

            assertThat(instance.names())
                    .hasSizeBetween(2, 6)
                    .doesNotHaveDuplicates()
                    .contains(instance.target());
            assertThat(instance.examples()).isBetween(1, 3);
            assertThat(instance.names()).allSatisfy(name -> assertThat(shown).containsEntry(name, instance.examples()));
            int[] members = binding.bank().members();
            assertThat(IntStream.of(members).anyMatch(member -> member == binding.query()))
                    .isFalse();
            assertThat(IntStream.range(1, members.length).allMatch(i -> members[i - 1] < members[i]))
                    .isTrue();
            assertThat(binding.bank().targets().apply(binding.query())).isEqualTo(instance.target());
        }
    }

    @Test
    void oneClassHasOneNameInAnInstanceAndAnotherInTheNext() {
        Map<Integer, Set<String>> names = new HashMap<>();
        for (Binding binding : bindings(Split.TRAIN)) {
            Map<Integer, String> here = new HashMap<>();
            for (int member : binding.bank().members()) {
                String target = binding.bank().targets().apply(member);
                int character = world.classes().of(member);
                String earlier = here.putIfAbsent(character, target);
                if (earlier != null && !earlier.equals(target)) {
                    fail("class %d is named %s and %s in %s", character, earlier, target, binding.instance());
                }
                names.computeIfAbsent(character, key -> new HashSet<>()).add(target);
            }
            assertThat(here.values()).doesNotHaveDuplicates();
        }
        assertThat(names.values()).allSatisfy(seen -> assertThat(seen).hasSizeGreaterThan(INSTANCES / 4));
    }

    @Test
    void banksOf512AndOf1024AreAboutAsCommon() {
        List<Integer> sizes = bindings(Split.STRICT).stream()
                .map(binding -> binding.bank().members().length)
                .toList();

        assertThat(sizes).containsOnly(512, 1024);
        assertThat(sizes.stream().filter(size -> size == 512)).hasSizeBetween(INSTANCES * 2 / 5, INSTANCES * 3 / 5);
    }

    @Test
    void aSizeIsHadWhereTheSplitHasEnoughDrawingsAndRefusedElsewhere() {
        assertThat(world.draw(world.bankId(Split.ALL, 4096, 1)).bank().members())
                .hasSize(4096);
        assertThatThrownBy(() -> world.instance(Split.STRICT, 4096, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("glyphs/7/strict-4096/1")
                .hasMessageContaining("2480");
    }

    @Test
    void halfOfTheInstancesLeaveTheCountOpen() {
        Map<Integer, Integer> counts = new HashMap<>();
        LongStream.range(0, 4_000).forEach(number -> {
            Integer count = world.instance(Split.TRAIN, number).count();
            counts.merge(count == null ? 0 : count, 1, Integer::sum);
        });

        assertThat(counts).containsOnlyKeys(0, 1, 2, 4);
        assertThat(counts.get(0)).isBetween(1_900, 2_100);
        assertThat(counts.get(1)).isBetween(430, 570);
        assertThat(counts.get(2)).isBetween(430, 570);
        assertThat(counts.get(4)).isBetween(900, 1_100);
    }

    @Test
    void aQueryAsksByNamesAndTheLabelAloneTellsTheRightOne() {
        Instance instance = world.instance(Split.TRAIN, 5);

        Query query = instance.query("q")
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode("trained")
                .build();
        Label label = instance.label("q", 9);

        assertThat(query.getText())
                .isEqualTo("Which name belongs to this symbol? Allowed names: " + String.join(", ", instance.names())
                        + ".");
        assertThat(query.getBankId()).matches("glyphs/7/train/5");
        assertThat(query.getPictures()).containsExactly(instance.picture());
        assertThat(label.getQueryId()).isEqualTo("q");
        assertThat(label.getTargets()).containsExactly(instance.target());
        assertThat(label.getMetric()).isEqualTo("exact_match");
    }

    @Test
    void aBankOfAnotherWorldOrSeedIsRefused() {
        assertThatThrownBy(() -> world.draw(BankId.parse("glyphs/8/train/1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("glyphs/8/train/1")
                .hasMessageContaining("'seed'");
    }

    @Test
    void searchFindsWhatComparingWithEveryRecordFinds() {
        for (Binding binding : bindings(Split.STRICT).subList(0, 20)) {
            BankView bank = binding.bank();
            float[] query = bank.pool().descriptor(binding.instance().picture());
            double[] similarities = new double[bank.pool().size()];
            for (int member : bank.members()) {
                float[] vector = bank.pool()
                        .descriptor(bank.pool().record(member).getPictures().get(0));
                similarities[member] = IntStream.range(0, vector.length)
                        .mapToDouble(i -> (double) query[i] * vector[i])
                        .sum();
            }

            BankView.Ranking found = bank.byPictures(List.of(query), 64);

            double[] best = Arrays.stream(bank.members())
                    .mapToDouble(member -> -similarities[member])
                    .sorted()
                    .limit(64)
                    .map(negated -> -negated)
                    .toArray();
            assertThat(found.records()).hasSize(64).doesNotHaveDuplicates();
            for (int rank = 0; rank < 64; rank++) {
                int position = bank.position(found.records().get(rank));
                assertThat(similarities[position]).isCloseTo(best[rank], within(1e-5));
                assertThat((double) found.scores()[rank]).isCloseTo(best[rank], within(1e-5));
            }
        }
    }

    private List<Binding> bindings(Split split) {
        return LongStream.range(0, INSTANCES)
                .mapToObj(number -> world.draw(world.bankId(split, 0, number)))
                .toList();
    }

    private Set<Integer> shown(Split split) {
        Set<Integer> shown = new HashSet<>();
        for (Binding binding : bindings(split)) {
            for (int member : binding.bank().members()) {
                shown.add(world.classes().of(member));
            }
        }
        return shown;
    }

    private List<Integer> allowed(Binding binding) {
        List<Integer> classes = new ArrayList<>();
        for (int member : binding.bank().members()) {
            if (binding.instance().names().contains(binding.bank().targets().apply(member))) {
                classes.add(world.classes().of(member));
            }
        }
        return classes;
    }

    private static List<String> hashes(World world) {
        return IntStream.range(0, world.size())
                .mapToObj(position ->
                        world.pool().record(position).getPictures().get(0).getSha256())
                .toList();
    }

    private static List<String> targets(Binding binding) {
        return IntStream.of(binding.bank().members())
                .mapToObj(binding.bank().targets())
                .toList();
    }
}
