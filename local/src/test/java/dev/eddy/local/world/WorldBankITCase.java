// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.Effect.ChannelQuery;
import dev.eddy.agent.EffectValue;
import dev.eddy.port.BlobStore;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.Ports;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorldBankITCase {
    @TempDir
    private Path folder;

    private WorldBank bank;
    private Ports.Lease<BlobStore> blobs;

    @BeforeEach
    void open() throws IOException {
        blobs = Ports.lease(BlobStore.class, "file", Map.of("path", folder.toString()));
        bank = new WorldBank(
                Worlds.glyphs(), Ports.lease(BlobStore.class, "file", Map.of("path", folder.toString())), null);
    }

    @AfterEach
    void close() throws Exception {
        bank.close();
        blobs.close();
    }

    @Test
    void whatIsHandedOutStandsInTheBlobStore() {
        Instance instance = await(bank.instance(Split.STRICT, 0, 3));
        List<BankRecord> records =
                await(bank.sample(instance.bankId().toString(), 20, 1)).records();

        assertThat(await(blobs.get().get(instance.picture().getSha256()))).isNotEmpty();
        for (BankRecord record : records) {
            Picture picture = record.getPictures().get(0);
            assertThat(await(blobs.get().get(picture.getSha256()))).startsWith(0x89, 'P', 'N', 'G');
            assertThat(record.getText()).isEqualTo("A hand-drawn symbol.");
            assertThat(record.getTarget()).matches("[a-z]{5}");
        }
    }

    @Test
    void aBankIsOpenedByItsIdWithTheSizeOfTheInstance() {
        EffectValue.Bank opened = await(bank.open("glyphs/7/all-4096/0", 4));

        assertThat(opened.size()).isEqualTo(4096);
        assertThat(opened.shortestTokens()).isBetween(4 * 20, 4 * 45);
    }

    @Test
    void aPictureFromOutsideIsFoundByWhatItShows() {
        Instance instance = await(bank.instance(Split.STRICT, 0, 3));
        String bankId = instance.bankId().toString();
        byte[] file = await(blobs.get().get(instance.picture().getSha256()));
        byte[] same = Arrays.copyOf(file, file.length + 1); // another hash, the same drawing
        Picture outside = new Picture(await(blobs.get().put(same)), 105, 105, null);

        ChannelHits known = hits(bankId, instance.picture());
        ChannelHits found = hits(bankId, outside);

        assertThat(found).isEqualTo(known);
        assertThat(found.getRecords()).hasSize(64).doesNotHaveDuplicates();
    }

    @Test
    void aPictureThatIsNowhereOrIsNoneFailsAndIsTriedAgain() {
        byte[] text = {1, 2, 3};
        Picture absent = new Picture(Sha256.hex(text), 1, 1, null);
        Map<Channel, ChannelQuery> query = Map.of(Channel.I2I, new ChannelQuery(List.of(absent), ""));

        assertFails(bank.search("glyphs/7/train/1", query, 8), EffectStatus.REJECTED)
                .hasMessageContaining(absent.getSha256());
        await(blobs.get().put(text));
        assertFails(bank.search("glyphs/7/train/1", query, 8), EffectStatus.INVALID);
    }

    @Test
    void banksThatAreNotOfThisWorldAreRejected() {
        assertFails(bank.open("glyphs/8/train/1", 0), EffectStatus.REJECTED).hasMessageContaining("'seed'");
        assertFails(bank.open("somewhere", 0), EffectStatus.REJECTED).hasMessageContaining("somewhere");
        assertFails(bank.open("bank/mine", 0), EffectStatus.REJECTED).hasMessageContaining("'banks'");
    }

    @Test
    void isFoundByNameAndNamesTheSettingAtFault() throws Exception {
        Map<String, String> settings = Map.of("blobs.path", folder.toString(), "seed", "9");
        try (Ports.Lease<DemonstrationBank> lease = Ports.lease(DemonstrationBank.class, "world", settings)) {
            assertThat(await(lease.get().open("glyphs/9/train-512/1", 0)).size())
                    .isEqualTo(512);
        }
        assertThatThrownBy(() -> Ports.lease(DemonstrationBank.class, "world", Map.of("sead", "9")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sead");
        assertThatThrownBy(() -> Ports.lease(DemonstrationBank.class, "world", Map.of("seed", "nine")))
                .hasMessageContaining("'seed'")
                .hasMessageContaining("'nine'");
    }

    private ChannelHits hits(String bankId, Picture picture) {
        Map<Channel, ChannelQuery> query = Map.of(Channel.I2I, new ChannelQuery(List.of(picture), ""));
        return await(bank.search(bankId, query, 64)).channels().get(0);
    }
}
