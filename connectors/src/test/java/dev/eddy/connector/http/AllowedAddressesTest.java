// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.port.PortException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedAddressesTest {
    private final AllowedAddresses allowed = new AllowedAddresses(
            "picture", List.of("a.example.org", "*.b.example.org", "c.example.org:8443"), List.of("https"));

    @Test
    void aStarStandsForAllHostsAtTheirOwnPorts() {
        AllowedAddresses any = new AllowedAddresses("page", List.of("*", "10.0.0.1:81"), List.of("http", "https"));

        assertThat(any.check("http://10.0.0.1:81/")).isNotNull();
        assertThat(any.check("https://example.org/x")).isNotNull();
        assertThatThrownBy(() -> any.check("https://example.org:8443/x")).hasMessageContaining("page");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.example.org/x.png?y=1",
                "HTTPS://A.Example.ORG/x",
                "https://a.example.org:443/x",
                "https://deep.down.b.example.org/x",
                "https://c.example.org:8443/x"
            })
    void whatIsNamedIsAllowed(String uri) {
        assertThat(allowed.check(uri)).hasToString(uri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://a.example.org/x",
                "https://a.example.org.evil.org/x",
                "https://a.example.org@evil.org/x",
                "https://evil.org/a.example.org",
                "https://b.example.org/x",
                "https://evilb.example.org/x",
                "https://a.example.org:22/x",
                "https://c.example.org/x",
                "https:a.example.org"
            })
    void whatIsNotIsNot(String uri) {
        assertThatThrownBy(() -> allowed.check(uri))
                .isInstanceOf(PortException.class)
                .hasMessageContaining(uri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "127.0.0.1",
                "127.255.0.1",
                "169.254.169.254",
                "172.31.255.255",
                "192.0.0.8",
                "192.168.1.1",
                "198.19.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:127.0.0.1",
                "64:ff9b::7f00:1",
                "fc00::1",
                "fd12::1",
                "fe80::1",
                "ff02::1",
                "2001::1",
                "2001:db8::1",
                "2002:7f00:1::"
            })
    void anAddressOfASpecialPurposeIsNotPublic(String address) throws UnknownHostException {
        assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.1",
                "100.63.255.255",
                "100.128.0.1",
                "172.15.0.1",
                "172.32.0.1",
                "192.0.1.1",
                "198.17.0.1",
                "223.255.255.255",
                "2606:4700::1111",
                "2a00:1450::1"
            })
    void anyOtherIs(String address) throws UnknownHostException {
        assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isTrue();
    }
}
