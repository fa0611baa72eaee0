// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect.ChannelQuery;
import dev.eddy.agent.EffectValue;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Sha256;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link DemonstrationBank} does. */
public abstract class DemonstrationBankContract {
    /** A record that the bank under test holds. */
    protected record Demonstration(String id, List<byte[]> pictures, String text, String target) {}

    private static final byte[] SQUARE = drawing(20, 20, 60, 60);
    private static final byte[] BAR = drawing(20, 45, 60, 6);
    private static final byte[] POLE = drawing(45, 20, 6, 60);

    private static final List<Demonstration> RECORDS = List.of(
            new Demonstration("b-square", List.of(SQUARE), "a filled square with four equal sides", "square"),
            new Demonstration("a-square", List.of(SQUARE), "a filled square with four equal sides", "square again"),
            new Demonstration("c-bar", List.of(BAR), "a bar that lies on the ground", "bar"),
            new Demonstration("d-both", List.of(BAR, POLE), "", "cross"),
            new Demonstration("e-words", List.of(), "nothing to look at, only words", "words"));

    private DemonstrationBank bank;

    /** Opens the port with a bank {@link #bankId} of exactly these records; their pictures stand in the blob store. */
    protected abstract DemonstrationBank open(List<Demonstration> records) throws Exception;

    protected abstract String bankId();

    /** An id in the adapter's own form that names no bank. */
    protected abstract String absentBankId();

    @BeforeEach
    void openBank() throws Exception {
        bank = open(RECORDS);
    }

    @AfterEach
    void closeBank() {
        bank.close();
    }

    @Test
    void opensWithItsSizeAndTheTokensOfTheShortestRecords() {
        EffectValue.Bank none = await(bank.open(bankId(), 0));
        EffectValue.Bank one = await(bank.open(bankId(), 1));
        EffectValue.Bank all = await(bank.open(bankId(), RECORDS.size()));

        assertThat(none).isEqualTo(new EffectValue.Bank(RECORDS.size(), 0));
        assertThat(one.shortestTokens()).isPositive();
        assertThat(all.shortestTokens()).isGreaterThan(RECORDS.size() * one.shortestTokens());
    }

    @Test
    void aPictureFindsTheRecordsThatShowItFirstAndTiesGoById() {
        ChannelHits hits = search(Channel.I2I, new ChannelQuery(List.of(picture(SQUARE)), ""), 64);

        assertThat(hits.getRecords())
                .startsWith("a-square", "b-square")
                .hasSize(4)
                .doesNotContain("e-words");
        float[] scores = Packed.floats(hits.getScores());
        assertThat(scores[0]).isEqualTo(scores[1]).isGreaterThan(scores[2]);
        assertThat(scores).isSortedAccordingTo((left, right) -> Float.compare(right, left));
    }

    @Test
    void ofSeveralPicturesTheBestPairCounts() {
        ChannelHits hits = search(Channel.I2I, new ChannelQuery(List.of(picture(SQUARE), picture(POLE)), ""), 3);

        assertThat(hits.getRecords()).containsExactlyInAnyOrder("a-square", "b-square", "d-both");
    }

    @Test
    void aTextFindsTheRecordWithThatText() {
        ChannelHits hits = search(Channel.T2T, new ChannelQuery(List.of(), "a bar that lies on the ground"), 1);

        assertThat(hits.getRecords()).containsExactly("c-bar");
    }

    @Test
    void aRecordWithoutTextIsInNoListByText() {
        ChannelHits hits = search(Channel.T2T, new ChannelQuery(List.of(), "a square"), 64);

        assertThat(hits.getRecords()).isNotEmpty().doesNotContain("d-both");
    }

    @Test
    void everyChannelThatIsAskedHasAList() {
        ChannelQuery query = new ChannelQuery(List.of(picture(BAR)), "a bar");
        EffectValue.Hits hits =
                await(bank.search(bankId(), Map.of(Channel.T2T, query, Channel.I2I, query, Channel.T2I, query), 2));

        assertThat(hits.channels())
                .extracting(ChannelHits::getChannel)
                .containsExactly(Channel.I2I, Channel.T2I, Channel.T2T);
        assertThat(hits.channels()).allSatisfy(list -> {
            assertThat(list.getRecords()).hasSizeLessThanOrEqualTo(2);
            assertThat(Packed.floats(list.getScores())).hasSameSizeAs(list.getRecords());
        });
    }

    @Test
    void fetchesInTheOrderAskedForAndKeepsTargetsBack() {
        List<String> order = List.of("e-words", "d-both", "a-square");

        List<BankRecord> previews = await(bank.fetch(bankId(), order, false)).records();
        List<BankRecord> full = await(bank.fetch(bankId(), order, true)).records();

        assertThat(previews).extracting(BankRecord::getRecordId).isEqualTo(order);
        assertThat(previews).extracting(BankRecord::getTarget).containsOnlyNulls();
        assertThat(full).extracting(BankRecord::getTarget).containsExactly("words", "cross", "square again");
        assertThat(full.get(0).getText()).isEqualTo("nothing to look at, only words");
        assertThat(full.get(1).getPictures()).containsExactly(picture(BAR), picture(POLE));
    }

    @Test
    void samplesWithoutReplacementTheSameForTheSameSeed() {
        List<BankRecord> sample = await(bank.sample(bankId(), 3, 7)).records();

        assertThat(sample)
                .extracting(BankRecord::getRecordId)
                .doesNotHaveDuplicates()
                .hasSize(3);
        assertThat(sample).extracting(BankRecord::getTarget).doesNotContainNull();
        assertThat(await(bank.sample(bankId(), 3, 7)).records()).isEqualTo(sample);
        assertThat(List.of(8L, 9L, 10L, 11L))
                .anySatisfy(
                        seed -> assertThat(await(bank.sample(bankId(), 3, seed)).records())
                                .isNotEqualTo(sample));
    }

    @Test
    void aSampleLargerThanTheBankIsTheBank() {
        assertThat(await(bank.sample(bankId(), 100, 1)).records())
                .extracting(BankRecord::getRecordId)
                .containsExactlyInAnyOrderElementsOf(
                        RECORDS.stream().map(Demonstration::id).toList());
    }

    @Test
    void whatDoesNotExistIsRejectedByName() {
        String absent = absentBankId();
        ChannelQuery query = new ChannelQuery(List.of(), "a bar");

        assertFails(bank.open(absent, 1), EffectStatus.REJECTED).hasMessageContaining(absent);
        assertFails(bank.sample(absent, 1, 1), EffectStatus.REJECTED).hasMessageContaining(absent);
        assertFails(bank.search(absent, Map.of(Channel.T2T, query), 1), EffectStatus.REJECTED)
                .hasMessageContaining(absent);
        assertFails(bank.fetch(bankId(), List.of("a-square", "nobody"), true), EffectStatus.REJECTED)
                .hasMessageContaining("nobody");
    }

    private ChannelHits search(Channel channel, ChannelQuery query, int limit) {
        EffectValue.Hits hits = await(bank.search(bankId(), Map.of(channel, query), limit));
        assertThat(hits.channels()).hasSize(1);
        return hits.channels().get(0);
    }

    private static Picture picture(byte[] png) {
        return new Picture(Sha256.hex(png), 100, 100, null);
    }

    private static byte[] drawing(int left, int top, int width, int height) {
        BufferedImage image = new BufferedImage(100, 100, BufferedImage.TYPE_BYTE_GRAY);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, 100, 100);
        graphics.setColor(Color.BLACK);
        graphics.fillRect(left, top, width, height);
        graphics.dispose();
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", png);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
        return png.toByteArray();
    }
}
