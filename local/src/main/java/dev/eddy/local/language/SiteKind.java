// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.language;

/** Kinds of web sites, which the ends of their names tell. */
public enum SiteKind {
    OFFICIAL,
    ENCYCLOPAEDIA,
    NEWS,
    FORUM,
    AGGREGATOR;

    private static final String[] ENDINGS = {
        ".official.example", ".wiki.example", ".news.example", ".forum.example", ".feed.example"
    };

    /** The name of a site of this kind. */
    public String site(String name) {
        return name + ENDINGS[ordinal()];
    }

    /** The kind of a site; null for one that is of none. */
    public static SiteKind of(String site) {
        for (SiteKind kind : values()) {
            if (site.endsWith(ENDINGS[kind.ordinal()])) {
                return kind;
            }
        }
        return null;
    }
}
