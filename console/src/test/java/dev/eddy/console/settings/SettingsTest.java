// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.console.UserError;
import dev.eddy.job.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    private static final Catalogue CATALOGUE = Catalogue.of(List.of(ConsoleOptions.class), List.of());

    @TempDir
    private Path folder;

    @Test
    void theCommandLineGoesBeforeTheFileAndTheFileBeforeTheDefaults() throws IOException {
        Path file = file("page:\n  port: 9000\n  kept-trajectories: 7\nask.timeout: 5 s\n");

        Settings settings = Settings.load(CATALOGUE, file, Map.of("page.port", "9001"));

        assertThat(settings.get(ConsoleOptions.PAGE_PORT)).isEqualTo(9001);
        assertThat(settings.get(ConsoleOptions.PAGE_TRAJECTORIES)).isEqualTo(7);
        assertThat(settings.get(ConsoleOptions.ASK_TIMEOUT)).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.get(ConsoleOptions.PAGE_BIND)).isEqualTo("127.0.0.1");
        assertThat(settings.inForce())
                .filteredOn(line -> line.key().startsWith("page."))
                .extracting(Settings.InForce::key, Settings.InForce::origin)
                .contains(
                        org.assertj.core.groups.Tuple.tuple("page.port", "command line"),
                        org.assertj.core.groups.Tuple.tuple("page.kept-trajectories", file.toString()),
                        org.assertj.core.groups.Tuple.tuple("page.bind", "default"));
    }

    @Test
    void anUnknownKeyIsRefusedWithTheNearestOne() throws IOException {
        Path file = file("page.prot: 9000\n");

        assertThatThrownBy(() -> Settings.load(CATALOGUE, file, Map.of()))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("'page.prot'")
                .hasMessageContaining("did you mean 'page.port'?")
                .hasMessageContaining(file.toString());
        assertThatThrownBy(() -> Settings.load(CATALOGUE, null, Map.of("xyzzy", "1")))
                .hasMessageContaining("'xyzzy' (command line)")
                .hasMessageContaining("eddy config");
    }

    @Test
    void aValueOfTheWrongKindNamesItsKeyAndWhatIsExpected() {
        assertThatThrownBy(() -> Settings.load(CATALOGUE, null, Map.of("page.port", "many")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("page.port (command line)")
                .hasMessageContaining("many")
                .hasMessageContaining("Port that 'eddy page' listens on");
    }

    @Test
    void entriesOfAMapReachKafkasClients() throws IOException {
        Path file = file("kafka:\n  bootstrap-servers: a:1,b:2\n  client:\n    security.protocol: SASL_SSL\n");

        assertThat(Settings.load(CATALOGUE, file, Map.of("kafka.client.acks", "1"))
                        .client())
                .containsEntry("bootstrap.servers", "a:1,b:2")
                .containsEntry("security.protocol", "SASL_SSL")
                .containsEntry("acks", "1");
    }

    @Test
    void withNeitherBrokersNorARunThereIsNothingToReach() {
        Settings settings = Settings.load(CATALOGUE, null, Map.of("run.folder", folder.toString()));

        assertThatThrownBy(settings::client)
                .isInstanceOf(UserError.class)
                .hasMessageContaining("./eddy demo")
                .hasMessageContaining("kafka.bootstrap-servers");
    }

    @Test
    void aFileThatSetsAKeyTwiceOrIsNoMapIsRefused() throws IOException {
        assertThatThrownBy(() -> Settings.load(CATALOGUE, file("page:\n  port: 1\npage.port: 2\n"), Map.of()))
                .hasMessageContaining("'page.port' twice");
        assertThatThrownBy(() -> Settings.load(CATALOGUE, file("- one\n- two\n"), Map.of()))
                .hasMessageContaining("key: value");
        assertThatThrownBy(() -> Settings.load(CATALOGUE, file("page.port:\n"), Map.of()))
                .hasMessageContaining("no value for 'page.port'");
        assertThatThrownBy(() -> Settings.load(CATALOGUE, folder.resolve("absent.yaml"), Map.of()))
                .hasMessageContaining("absent.yaml");
    }

    @Test
    void anEmptyFileSetsNothing() throws IOException {
        assertThat(Settings.load(CATALOGUE, file("# nothing yet\n"), Map.of()).inForce())
                .allSatisfy(line -> assertThat(line.origin()).isEqualTo("default"));
    }

    @Test
    void secretsAreNotShown() {
        Settings settings = Settings.load(
                CATALOGUE,
                null,
                Map.of("page.token", "env:EDDY_TOKEN", "kafka.client.sasl.jaas.config", "password=hunter2"));

        assertThat(settings.inForce().toString()).contains("env:EDDY_TOKEN").doesNotContain("hunter2");
    }

    @Test
    void aSecretIsNamedNotWritten() throws IOException {
        Path secret = Files.writeString(folder.resolve("token"), " abc\n");

        assertThat(Secrets.resolve("page.token", "file:" + secret)).isEqualTo("abc");
        assertThatThrownBy(() -> Secrets.resolve("page.token", "abc"))
                .hasMessageContaining("env:NAME or file:PATH")
                .hasMessageNotContaining("abc");
        assertThatThrownBy(() -> Secrets.resolve("page.token", "env:EDDY_NO_SUCH_VARIABLE"))
                .hasMessageContaining("EDDY_NO_SUCH_VARIABLE");
    }

    private static Properties client(String jaas) {
        return Settings.load(
                        CATALOGUE,
                        null,
                        Map.of("kafka.bootstrap-servers", "a:1", "kafka.client.sasl.jaas.config", jaas))
                .client();
    }

    @Test
    void kafkasClientsLookTheirSecretsUpWhenTheyAreOpened() throws IOException {
        Path secret = Files.writeString(folder.resolve("jaas"), "user and password\n");

        Properties client = client("file:" + secret);

        assertThat(client.toString()).doesNotContain("user and password");
        assertThat(new AdminClientConfig(client).getPassword("sasl.jaas.config").value())
                .isEqualTo("user and password");
        assertThat(new AdminClientConfig(client("env:PATH"))
                        .getPassword("sasl.jaas.config")
                        .value())
                .isEqualTo(System.getenv("PATH").strip());
    }

    @Test
    void aSecretOfKafkasClientsThatIsWrittenDownOrNotThereIsRefused() {
        assertThatThrownBy(() -> client("Login required password=hunter2;"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("'kafka.client.sasl.jaas.config'")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> client("env:EDDY_NO_SUCH_VARIABLE"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("EDDY_NO_SUCH_VARIABLE");
    }

    @Test
    void everySettingHasADescription() {
        assertThat(Settings.load(CATALOGUE, null, Map.of()).inForce())
                .isNotEmpty()
                .allSatisfy(
                        line -> assertThat(line.description()).as(line.key()).hasSizeGreaterThan(20));
    }

    private Path file(String yaml) throws IOException {
        return Files.writeString(folder.resolve("eddy.yaml"), yaml);
    }
}
