// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Guards the tests' own habits. */
class TestsArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.OnlyIncludeTests())
            .importPackages("dev.eddy");

    @Test
    void testsAreJUnitFive() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.junit", "org.junit.rules..", "org.junit.runner..", "junit..")
                .check(CLASSES);
    }

    @Test
    void testsWaitForConditionsNotForTime() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class).check(CLASSES);
    }
}
