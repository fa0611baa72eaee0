// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import java.net.URI;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Follows a redirect only to where a call may go. */
final class AllowedRedirects extends DefaultRedirectStrategy {
    private final AllowedAddresses allowed;

    AllowedRedirects(AllowedAddresses allowed) {
        this.allowed = allowed;
    }

    @Override
    public URI getLocationURI(HttpRequest request, HttpResponse response, HttpContext context) throws HttpException {
        return allowed.check(super.getLocationURI(request, response, context).toString());
    }
}
