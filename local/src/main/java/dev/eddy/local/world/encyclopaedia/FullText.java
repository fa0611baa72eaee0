// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import dev.eddy.local.language.Sentences;
import dev.eddy.local.language.SiteKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.QueryBuilder;

/**
 * Full-text search over pages: BM25 over their words and headings plus their standing, and for a search with the word "latest" or "current"
 * their date. Held in memory, written once. Thread-safe.
 */
final class FullText {
    private static final String TEXT = "text";
    private static final String NAME = "name";
    private static final String SITE = "site";
    private static final String HEADING = "heading";
    private static final String RANK = "rank";
    private static final String STANDING = "standing";
    private static final String RECENCY = "recency";
    /** Share of a query's words that a page must have. */
    private static final float LEAST_MATCH = 0.67f;
    /** Weight of headings beside text. */
    private static final float HEADINGS = 6;

    private static final float SITES = 8;
    /** Static ranks must be positive. */
    private static final double LEAST_STANDING = 5;

    private static final double BUFFER_MEBIBYTES = 512; // all in one segment, so that documents keep the order of pages

    private final Style style;
    private final IndexSearcher searcher;
    private final QueryBuilder queries = new QueryBuilder(new StandardAnalyzer());

    FullText(Style style, List<Page> pages) {
        this.style = style;
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer())
                .setRAMBufferSizeMB(BUFFER_MEBIBYTES)
                .setUseCompoundFile(false);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (Page page : pages) {
                writer.addDocument(document(page));
            }
            writer.commit();
            this.searcher = new IndexSearcher(DirectoryReader.open(directory));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot index pages in memory", e);
        }
        if (searcher.getIndexReader().leaves().size() != 1) {
            throw new IllegalStateException(
                    pages.size() + " pages take more than " + BUFFER_MEBIBYTES + " MiB to index");
        }
    }

    private static Document document(Page page) {
        SiteKind kind = SiteKind.of(page.source());
        boolean official = kind == SiteKind.OFFICIAL || kind == SiteKind.ENCYCLOPAEDIA;
        Document document = new Document();
        String date = page.date() == null ? "" : page.date().substring(0, 4);
        document.add(new TextField(TEXT, page.text() + " " + date, Field.Store.NO));
        document.add(new TextField(NAME, page.subject(), Field.Store.NO));
        document.add(new TextField(SITE, official ? "official" : "unofficial", Field.Store.NO));
        document.add(new TextField(HEADING, page.heading(), Field.Store.NO));
        document.add(new FeatureField(RANK, STANDING, (float) Math.max(0.1, LEAST_STANDING + page.standing())));
        document.add(new FeatureField(RANK, RECENCY, 1 + page.year() - Style.FIRST_YEAR));
        return document;
    }

    /** The numbers of the best pages, best first; of equal ones the lower number is better. None without a word in common. */
    List<Integer> search(String text, int limit) {
        Query words = queries.createMinShouldMatchQuery(TEXT, text, LEAST_MATCH);
        if (words == null) {
            return List.of();
        }
        BooleanQuery.Builder ranked = new BooleanQuery.Builder()
                .add(words, Occur.MUST)
                .add(queries.createBooleanQuery(NAME, text), Occur.SHOULD)
                .add(new BoostQuery(queries.createBooleanQuery(HEADING, text), HEADINGS), Occur.SHOULD)
                .add(new BoostQuery(queries.createBooleanQuery(SITE, text), SITES), Occur.SHOULD)
                .add(FeatureField.newLinearQuery(RANK, STANDING, (float) style.standing()), Occur.SHOULD);
        List<String> said = Sentences.words(text);
        if (said.contains("latest") || said.contains("current")) {
            ranked.add(
                    FeatureField.newLinearQuery(RANK, RECENCY, (float) (style.standing() * style.recency())),
                    Occur.SHOULD);
        }
        try {
            List<Integer> best = new ArrayList<>();
            for (ScoreDoc hit : searcher.search(ranked.build(), limit).scoreDocs) {
                best.add(hit.doc);
            }
            return best;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot search pages in memory", e);
        }
    }
}
