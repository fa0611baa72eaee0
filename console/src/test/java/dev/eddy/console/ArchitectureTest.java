// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Guards the dependency arrow and the purity of the thinking, over the classes of all modules. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(location -> !TestsArchitectureTest.isOfTests(location))
            .importPackages("dev.eddy");

    private static final String[] OPERATORS = {
        "dev.eddy.agent..",
        "dev.eddy.reward..",
        "dev.eddy.advantage..",
        "dev.eddy.metric..",
        "dev.eddy.rollout..",
        "dev.eddy.operator..",
        "dev.eddy.port..",
        "dev.eddy.effect..",
        "dev.eddy.picture.."
    };
    private static final String[] PURE = {
        "dev.eddy.agent..", "dev.eddy.reward..", "dev.eddy.advantage..", "dev.eddy.metric.."
    };

    @Test
    void dependenciesFollowTheArrow() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("dev.eddy..")
                .layer("schemas")
                .definedBy("dev.eddy.schemas..")
                .layer("operators")
                .definedBy(OPERATORS)
                .layer("connectors")
                .definedBy("dev.eddy.connector..")
                .layer("flink-jobs")
                .definedBy("dev.eddy.job..")
                .layer("local")
                .definedBy("dev.eddy.local..")
                .layer("console")
                .definedBy("dev.eddy.console..")
                .ensureAllClassesAreContainedInArchitecture()
                .whereLayer("console")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("local")
                .mayOnlyBeAccessedByLayers("console")
                .whereLayer("flink-jobs")
                .mayOnlyBeAccessedByLayers("local", "console")
                .whereLayer("connectors")
                .mayOnlyBeAccessedByLayers("flink-jobs", "local", "console")
                .whereLayer("operators")
                .mayOnlyBeAccessedByLayers("connectors", "flink-jobs", "local", "console")
                .check(CLASSES);
    }

    @Test
    void theWireKnowsAvroAlone() {
        noClasses()
                .that()
                .resideInAPackage("dev.eddy.schemas..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.flink..", "org.apache.kafka..")
                .check(CLASSES);
    }

    @Test
    void theThinkingKnowsNoFlinkAndNoBroker() {
        noClasses()
                .that()
                .resideInAnyPackage(PURE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.flink..", "org.apache.kafka..", "dev.eddy.operator..", "dev.eddy.port..")
                .check(CLASSES);
    }

    /** Reading the project's own resources is no input from outside. */
    @Test
    void theThinkingDoesNoInputOrOutput() {
        noClasses()
                .that()
                .resideInAnyPackage(PURE)
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "java.net..", "java.nio.file..", "java.nio.channels..", "java.util.concurrent..")
                        .or(resideInAPackage("java.io..").and(noResourceReading())))
                .check(CLASSES);
    }

    /** Small policies and generated worlds are made for one agent; nothing else knows which agents there are. */
    @Test
    void anAgentIsReachedThroughTheInterfaceAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.eddy.agent.*..", "dev.eddy.local.policy..", "dev.eddy.local.world..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.eddy.agent.*..")
                .check(CLASSES);
    }

    @Test
    void clocksAndDiceAreHandedIn() {
        noClasses()
                .that()
                .resideInAnyPackage(PURE)
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callConstructor(Random.class)
                .orShould()
                .callMethod(Math.class, "random")
                .check(CLASSES);
    }

    @Test
    void nobodyPrintsButTheConsole() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.eddy.console..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaClass> noResourceReading() {
        return DescribedPredicate.describe(
                "not for reading a resource",
                type -> !type.isAssignableTo(InputStream.class)
                        && !type.isAssignableTo(IOException.class)
                        && !type.isEquivalentTo(UncheckedIOException.class)
                        && !type.isEquivalentTo(Serializable.class)
                        && !type.isEquivalentTo(ByteArrayOutputStream.class)
                        && !type.isEquivalentTo(ObjectStreamException.class));
    }
}
