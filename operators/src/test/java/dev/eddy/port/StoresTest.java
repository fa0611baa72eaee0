// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StoresTest {
    private static final List<String> CLOSED = new ArrayList<>();

    @BeforeEach
    void forget() {
        CLOSED.clear();
    }

    @Test
    void allAreClosedAlsoAfterOneThatFails() throws Exception {
        Stores stores = new Stores(Map.of());
        for (String door : List.of("first stuck", "second", "third stuck", "fourth")) {
            stores.lease(Door.class, "door", Map.of("door", door));
        }

        assertThatThrownBy(() -> stores.closeAfter(new Door("user stuck"), new Door("user")))
                .hasMessageContaining("user stuck")
                .cause()
                .satisfies(first -> assertThat(first.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("first stuck", "third stuck"));
        assertThat(CLOSED).containsExactly("user stuck", "user", "first stuck", "second", "third stuck", "fourth");
    }

    /** What fails to close if its name says so. */
    private record Door(String name) implements AutoCloseable {
        @Override
        public void close() {
            CLOSED.add(name);
            if (name.endsWith("stuck")) {
                throw new IllegalStateException(name);
            }
        }
    }

    /** Opens a door. */
    public static final class Doors implements PortFactory<Door> {
        @Override
        public Class<Door> port() {
            return Door.class;
        }

        @Override
        public String name() {
            return "door";
        }

        @Override
        public Door open(Map<String, String> settings) {
            return new Door(settings.get("door"));
        }
    }
}
