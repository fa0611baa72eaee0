// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console;

import dev.eddy.console.command.AskCommand;
import dev.eddy.console.command.BankCommand;
import dev.eddy.console.command.BenchCommand;
import dev.eddy.console.command.BlobsCommand;
import dev.eddy.console.command.CollectCommand;
import dev.eddy.console.command.ConfigCommand;
import dev.eddy.console.command.DeadLettersCommand;
import dev.eddy.console.command.DemoCommand;
import dev.eddy.console.command.EvalCommand;
import dev.eddy.console.command.ExperimentCommand;
import dev.eddy.console.command.ExportCommand;
import dev.eddy.console.command.FlushCommand;
import dev.eddy.console.command.ImitateCommand;
import dev.eddy.console.command.MetricsCommand;
import dev.eddy.console.command.PageCommand;
import dev.eddy.console.command.PinCommand;
import dev.eddy.console.command.ReplayCommand;
import dev.eddy.console.command.RescoreCommand;
import dev.eddy.console.command.RollbackCommand;
import dev.eddy.console.command.TopicsCommand;
import dev.eddy.console.command.UnpinCommand;
import dev.eddy.local.run.RunRefusedException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code eddy} command. Exit codes: 0 done, 1 failed, 2 wrong usage or settings, 3 a promise was found broken. */
@Command(
        name = "eddy",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Multimodal agents that live inside a Flink stream and learn while they serve.",
        subcommands = {
            DemoCommand.class,
            AskCommand.class,
            BankCommand.class,
            BlobsCommand.class,
            TopicsCommand.class,
            DeadLettersCommand.class,
            PageCommand.class,
            EvalCommand.class,
            RollbackCommand.class,
            PinCommand.class,
            UnpinCommand.class,
            FlushCommand.class,
            ReplayCommand.class,
            RescoreCommand.class,
            ExportCommand.class,
            CollectCommand.class,
            ImitateCommand.class,
            ConfigCommand.class,
            MetricsCommand.class,
            BenchCommand.class,
            ExperimentCommand.class
        })
public final class Eddy implements Runnable {
    public static final int BROKEN_PROMISE = 3;

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** The whole command line, ready to execute. */
    public static CommandLine commandLine() {
        return new CommandLine(new Eddy())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Eddy::correct)
                .setExecutionExceptionHandler(Eddy::explain);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Tells what is wrong and, not to bury it under the whole help, where the right form is told. */
    private static int correct(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(command.getColorScheme().errorText("eddy: " + wrong.getMessage()));
        UnmatchedArgumentException.printSuggestions(wrong, err);
        err.println("'" + command.getCommandSpec().qualifiedName() + " --help' tells how it is used.");
        return CommandLine.ExitCode.USAGE;
    }

    /** What a person can put right is told in one sentence; anything else is a defect and shows where. */
    private static int explain(Exception failure, CommandLine commandLine, ParseResult parsed) {
        PrintWriter err = commandLine.getErr();
        if (failure instanceof UserError || failure instanceof RunRefusedException) {
            err.println(commandLine.getColorScheme().errorText("eddy: " + failure.getMessage()));
            return CommandLine.ExitCode.USAGE;
        }
        err.println(commandLine
                .getColorScheme()
                .errorText("eddy: " + parsed.commandSpec().qualifiedName() + " failed"));
        failure.printStackTrace(err);
        err.flush();
        return CommandLine.ExitCode.SOFTWARE;
    }
}
