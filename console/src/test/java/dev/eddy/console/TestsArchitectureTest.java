// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import org.junit.jupiter.api.Test;

/** Guards the tests' own habits. */
class TestsArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(TestsArchitectureTest::isOfTests)
            .importPackages("dev.eddy");

    /** Other modules' tests come as a folder or as a jar, by how far the build has gone. */
    static boolean isOfTests(Location location) {
        return location.contains("/test-classes/") || location.contains("-tests.jar");
    }

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
