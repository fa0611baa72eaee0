// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/** Which addresses may be asked for. Immutable. */
public final class AllowedAddresses {
    private final String what;
    private final List<String> hosts;
    private final List<String> schemes;

    /**
     * Those of some hosts.
     *
     * @param what is asked for, for messages
     * @param hosts each with a port where it is not its scheme's own; {@code *.example.org} stands for all below it, {@code *} for all
     *     at their schemes' own ports
     */
    public AllowedAddresses(String what, List<String> hosts, List<String> schemes) {
        this.what = what;
        this.hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList();
        this.schemes = schemes;
    }

    /** The address, if it may be asked for; throws REJECTED otherwise. */
    public URI check(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw rejected(text, "is no address: " + e.getMessage());
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!schemes.contains(scheme)) {
            throw rejected(text, "has not one of the schemes " + schemes + " of the setting 'schemes'");
        }
        if (uri.getHost() == null || uri.getRawUserInfo() != null) {
            throw rejected(text, "is not of the form scheme://host/path");
        }
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        int port = uri.getPort();
        boolean own = port < 0 || port == (scheme.equals("https") ? 443 : 80);
        String asked = own ? host : host + ":" + port;
        if (hosts.stream().noneMatch(allowed -> matches(allowed, asked, own))) {
            throw rejected(text, "has the host '" + asked + "', which is none of the setting 'hosts'");
        }
        return uri;
    }

    private static boolean matches(String allowed, String asked, boolean ownPort) {
        if (allowed.equals("*")) {
            return ownPort;
        }
        return allowed.startsWith("*.") ? asked.endsWith(allowed.substring(1)) : allowed.equals(asked);
    }

    private PortException rejected(String text, String why) {
        return new PortException(EffectStatus.REJECTED, what + " '" + text + "' " + why);
    }
}
