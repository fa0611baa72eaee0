// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/**
 * Resolves names to public addresses alone. A connection goes to the very address that was looked at, so a name that is looked
 * up twice gains nothing by changing in between.
 */
public final class PublicAddresses implements DnsResolver {
    /** Special-purpose blocks of IPv4 (RFC 6890 and its registry), address and bits of the prefix. */
    private static final List<Block> SPECIAL = List.of(
            new Block(0, 8),
            new Block(10 << 24, 8),
            new Block(100 << 24 | 64 << 16, 10),
            new Block(127 << 24, 8),
            new Block(169 << 24 | 254 << 16, 16),
            new Block(172 << 24 | 16 << 16, 12),
            new Block(192 << 24, 24),
            new Block(192 << 24 | 2 << 8, 24),
            new Block(192 << 24 | 88 << 16 | 99 << 8, 24),
            new Block(192 << 24 | 168 << 16, 16),
            new Block(198 << 24 | 18 << 16, 15),
            new Block(198 << 24 | 51 << 16 | 100 << 8, 24),
            new Block(203 << 24 | 113 << 8, 24),
            new Block(224 << 24, 3));

    private final DnsResolver resolver;

    PublicAddresses(DnsResolver resolver) {
        this.resolver = resolver;
    }

    /** Looks names up as this machine does. */
    public static DnsResolver unless(boolean privateAddresses) {
        DnsResolver names = SystemDefaultDnsResolver.INSTANCE;
        return privateAddresses ? names : new PublicAddresses(names);
    }

    /** Told of a name that stands for an address which is not public. */
    static final class NotPublicException extends UnknownHostException {
        private static final long serialVersionUID = 1L;

        NotPublicException(String message) {
            super(message);
        }
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] found = resolver.resolve(host);
        for (InetAddress address : found) {
            if (!isPublic(address)) {
                throw new NotPublicException("'" + host + "' stands for " + address.getHostAddress()
                        + ", which is no public address (setting 'private-addresses')");
            }
        }
        return found;
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
        return resolver.resolveCanonicalHostname(host);
    }

    static boolean isPublic(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        int first = bytes.getInt();
        if (address instanceof Inet4Address) {
            return SPECIAL.stream().noneMatch(block -> block.contains(first));
        }
        boolean global = first >>> 29 == 1; // 2000::/3
        boolean special = first >>> 9 == 0x20010000 >>> 9 // 2001::/23: Teredo and other protocols
                || first == 0x20010db8 // documentation
                || first >>> 16 == 0x2002 // 6to4: an IPv4 address inside
                || first >>> 12 == 0x3fff0; // documentation
        return global && !special;
    }

    private record Block(int address, int bits) {
        boolean contains(int other) {
            return (address ^ other) >>> (32 - bits) == 0;
        }
    }
}
