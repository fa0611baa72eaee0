// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.console.Eddy;
import dev.eddy.reward.AgentRewards;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What help texts send people to is there. */
class HelpTest {
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");
    private static final Pattern SETTING = Pattern.compile("-D ([\\w.-]+)=");
    private static final Pattern REWARD =
            Pattern.compile("-D eddy\\.reward\\.settings\\.(\\w+)\\.([\\w.-]+)=([\\w.]+)");

    @Test
    void everyOptionThatIsNamedIsOneOfACommand() {
        String options = commands(Eddy.commandLine())
                .flatMap(command -> command.optionsMap().keySet().stream())
                .collect(Collectors.joining(" ", " ", " "));

        assertThat(named(OPTION))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(options).contains(" " + name.group() + " "));
    }

    @Test
    void everySettingThatIsNamedIsOne() {
        assertThat(named(SETTING))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(SettingsOptions.CATALOGUE.knows(name.group(1)))
                        .as(name.group(1))
                        .isTrue());
        assertThat(named(REWARD))
                .isNotEmpty()
                .allSatisfy(name -> AgentRewards.create(Map.of(name.group(1), Map.of(name.group(2), name.group(3)))));
    }

    private static Stream<MatchResult> named(Pattern pattern) {
        return commands(Eddy.commandLine())
                .flatMap(HelpTest::texts)
                .flatMap(text -> pattern.matcher(text).results());
    }

    private static Stream<CommandSpec> commands(CommandLine command) {
        return Stream.concat(
                Stream.of(command.getCommandSpec()),
                command.getSubcommands().values().stream().flatMap(HelpTest::commands));
    }

    private static Stream<String> texts(CommandSpec command) {
        return Stream.concat(
                Stream.of(command.usageMessage().description()),
                command.options().stream().flatMap(option -> Stream.of(option.description())));
    }
}
