// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

/**
 * How the world of an encyclopaedia is made. Chances are 0 to 1, deviations are those of normal draws.
 *
 * @param clusters of look-alikes in a part; each has four members
 * @param famous share of organisations that much was said of
 * @param kinship how far the strokes of look-alikes' emblems lie apart
 * @param photograph unsteadiness of the hand that drew a question's picture
 * @param thumbnail the same of the search engine's pictures
 * @param remembered the same of the pictures that a model saw long ago
 * @param mistitled share of thumbnails with the name of a look-alike
 * @param changed share of changing facts that have changed
 * @param silent share of changed facts whose new value was never heard of where models learn
 * @param lagging share of exposures that still tell the old value of any other changed fact
 * @param slip share of exposures with a look-alike's value
 * @param exposuresFamous mean number of times that a fact of a famous organisation was heard
 * @param exposuresObscure the same for all others
 * @param seenFamous chance that the emblem of a famous organisation was seen
 * @param seenObscure the same for all others
 * @param quality deviation of a page's standing with the search engine
 * @param standing weight of that standing beside the match of words
 * @param cookieWalls pages that say next to nothing, an organisation
 * @param cookieStanding how much better than others these stand
 * @param unnamed share of summaries without the name of what they are about
 * @param unlike share of pages that name the look-alikes of what they are about
 * @param dated share of pages that show their date
 * @param synonym share of pages that call a relation by its synonym
 * @param recency weight of a page's date for a search that asks for the latest
 */
record Style(
        int clusters,
        double famous,
        double kinship,
        double photograph,
        double thumbnail,
        double remembered,
        double mistitled,
        double changed,
        double silent,
        double lagging,
        double slip,
        double exposuresFamous,
        double exposuresObscure,
        double seenFamous,
        double seenObscure,
        double quality,
        double standing,
        int cookieWalls,
        double cookieStanding,
        double unnamed,
        double unlike,
        double dated,
        double synonym,
        double recency) {
    static final int MEMBERS = 4;
    static final int FIRST_YEAR = 2016;
    static final int LAST_YEAR = 2026;

    /** Chosen once, before any training, so that searches find the mix of results that docs/worlds.md states. */
    static final Style FROZEN = new Style(
            120, 0.5, 1.5, 0.22, 0.17, 0.15, 0.08, 0.55, 0.35, 0.15, 0.05, 3.0, 0.5, 0.95, 0.25, 0.35, 6.0, 4, 0.6,
            0.15, 0.2, 0.9, 0.2, 0.05);

    /** The same in another size. */
    Style withClusters(int count) {
        return new Style(
                count,
                famous,
                kinship,
                photograph,
                thumbnail,
                remembered,
                mistitled,
                changed,
                silent,
                lagging,
                slip,
                exposuresFamous,
                exposuresObscure,
                seenFamous,
                seenObscure,
                quality,
                standing,
                cookieWalls,
                cookieStanding,
                unnamed,
                unlike,
                dated,
                synonym,
                recency);
    }
}
