// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaSecretsTest {
    private static final String SECRET = "hunter2";

    @TempDir
    private Path folder;

    private static Password opened(String name, String value) {
        Properties client = KafkaSecrets.client("eddy.kafka.client.", Map.of("bootstrap.servers", "a:1", name, value));
        assertThat(client).containsEntry(name, value);
        return new AdminClientConfig(client).getPassword(name);
    }

    @Test
    void aSecretIsLookedUpWhenAClientIsOpenedAndShownInNoText() throws Exception {
        Files.writeString(folder.resolve("password"), SECRET + "\n");
        Path properties = Files.writeString(folder.resolve("kafka.properties"), "password=" + SECRET + "\n");

        assertThat(opened("sasl.jaas.config", "Login required password=\"${directory:" + folder + ":password}\";"))
                .extracting(Password::value)
                .isEqualTo("Login required password=\"" + SECRET + "\";");
        assertThat(opened("ssl.key.password", "${file:" + properties + ":password}"))
                .hasToString("[hidden]")
                .extracting(Password::value)
                .isEqualTo(SECRET);
        assertThat(opened("ssl.key.password", "${env:PATH}"))
                .extracting(Password::value)
                .isEqualTo(System.getenv("PATH").strip());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${env:EDDY_NO_SUCH}",
                "${directory:FOLDER:absent}",
                "${directory:FOLDER:blank}",
                "${file:FOLDER/blank:absent}"
            })
    void aSecretThatIsNotThereIsNamed(String reference) throws Exception {
        Files.writeString(folder.resolve("blank"), "\n");
        String named = reference.replace("FOLDER", folder.toString());

        assertThatThrownBy(() -> opened("ssl.key.password", named))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(named);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "sasl.jaas.config|Login required username=\"eddy\" password=\"hunter2\";",
                "sasl.jaas.config|Login required user=\"${env:USER}\" clientSecret = hunter2;",
                "ssl.keystore.password|hunter2",
                "ssl.keystore.key|hunter2"
            })
    void aSecretThatIsWrittenDownIsRefusedAndNotShown(String name, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KafkaSecrets.client("eddy.kafka.client.", Map.of(name, value)))
                .withMessageContainingAll("'eddy.kafka.client." + name + "'", "${env:NAME}")
                .withMessageNotContaining(SECRET);
    }

    @Test
    void whatIsNoSecretAndProvidersOfOnesOwnStay() {
        Map<String, String> settings = Map.of(
                "sasl.jaas.config", "Krb5LoginModule required useKeyTab=true keyTab=\"/etc/eddy.keytab\";",
                "ssl.truststore.certificates", "-----BEGIN CERTIFICATE-----",
                "ssl.keystore.password", "${vault:secret/kafka:password}",
                "config.providers", "vault");

        assertThat(KafkaSecrets.client("", settings)).containsAllEntriesOf(settings);
    }
}
