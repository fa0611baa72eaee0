// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.search;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeVisitor;

/**
 * What a page says.
 *
 * @param title empty where it has none
 * @param date as the page states it, a day; null where it does not
 * @param sentences of its text in order, without headings, menus, forms and footers
 */
record PageText(String title, String date, List<String> sentences) {
    private static final String NO_TEXT =
            "h1, h2, h3, h4, h5, h6, script, style, noscript, template, nav, header, footer, aside, form, button, select, svg, iframe, [hidden], [aria-hidden=true]";
    private static final String MAIN = "main, article, [role=main]";
    private static final String PUBLISHED =
            "meta[property=article:published_time], meta[name=date], meta[itemprop=datePublished]";

    /** @param charset that the server says; null for what the page itself says */
    static PageText of(byte[] html, String charset, URI uri) {
        Document page;
        try {
            page = Jsoup.parse(new ByteArrayInputStream(html), charset, uri.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot be read", e);
        }
        Element published = page.selectFirst(PUBLISHED);
        page.select(NO_TEXT).remove();
        Element main = page.selectFirst(MAIN);
        String text = text(main == null || main.text().isEmpty() ? page.body() : main);
        return new PageText(
                page.title().strip(), published == null ? null : day(published.attr("content")), sentences(text));
    }

    int letters() {
        return sentences.stream().mapToInt(String::length).sum();
    }

    private static String day(String date) {
        return date.matches("\\d{4}-\\d\\d-\\d\\d.*") ? date.substring(0, 10) : null;
    }

    /** One line a block. */
    private static String text(Element element) {
        StringBuilder text = new StringBuilder();
        element.traverse(new NodeVisitor() {
            @Override
            public void head(Node node, int depth) {
                if (node instanceof TextNode words) {
                    text.append(words.text());
                } else if (ends(node)) {
                    text.append('\n');
                }
            }

            @Override
            public void tail(Node node, int depth) {
                if (ends(node)) {
                    text.append('\n');
                }
            }
        });
        return text.toString();
    }

    private static boolean ends(Node node) {
        return node instanceof Element element && (element.isBlock() || element.nameIs("br"));
    }

    private static List<String> sentences(String text) {
        List<String> sentences = new ArrayList<>();
        BreakIterator ends = BreakIterator.getSentenceInstance(Locale.ROOT);
        for (String line : text.split("\n")) {
            ends.setText(line);
            int from = ends.first();
            for (int to = ends.next(); to != BreakIterator.DONE; to = ends.next()) {
                String sentence = line.substring(from, to)
                        .replaceAll("[\\s\\u00a0]+", " ")
                        .strip();
                if (!sentence.isEmpty()) {
                    sentences.add(sentence);
                }
                from = to;
            }
        }
        return sentences;
    }
}
