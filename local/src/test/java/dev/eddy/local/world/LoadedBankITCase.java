// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectValue;
import dev.eddy.port.BlobStore;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.DemonstrationBankContract;
import dev.eddy.port.Encoder;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Packed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Banks of one's own, and with them the contract of the port. */
class LoadedBankITCase extends DemonstrationBankContract {
    @TempDir
    private Path folder;

    @Override
    protected DemonstrationBank open(List<Demonstration> records) throws Exception {
        List<String> lines = new ArrayList<>();
        for (Demonstration record : records) {
            List<String> pictures = new ArrayList<>();
            for (byte[] picture : record.pictures()) {
                Path file = folder.resolve(record.id() + "-" + pictures.size() + ".png");
                Files.write(file, picture);
                pictures.add(file.getFileName().toString());
            }
            lines.add(new ObjectMapper()
                    .writeValueAsString(Map.of(
                            "id",
                            record.id(),
                            "pictures",
                            pictures,
                            "text",
                            record.text(),
                            "target",
                            record.target())));
        }
        assertThat(load("shapes", lines)).isEqualTo(records.size());
        return bank();
    }

    @Override
    protected String bankId() {
        return "bank/shapes";
    }

    @Override
    protected String absentBankId() {
        return "bank/nobody";
    }

    @Test
    void aBrokenLineIsNamedAndLeavesNoBank() {
        String good = "{\"id\":\"a\",\"text\":\"x\",\"target\":\"y\"}";

        assertThatThrownBy(() -> load("broken", List.of(good, "{\"id\":")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 2")
                .hasMessageContaining("source.jsonl");
        assertThatThrownBy(() -> load("broken", List.of(good, "", good)))
                .hasMessageContaining("line 3")
                .hasMessageContaining("'a'");
        assertThatThrownBy(() -> load("broken", List.of("{\"id\":\"a\",\"text\":\"x\"}")))
                .hasMessageContaining("'target'");
        assertThatThrownBy(() -> load("broken", List.of("{\"id\":\"a\",\"target\":\"x\"}")))
                .hasMessageContaining("neither pictures nor text");
        assertThatThrownBy(() -> load("broken", List.of(good.replace("text", "txet"))))
                .hasMessageContaining("no field 'txet'; expected is an object of id, pictures (a list), text, target");
        for (String wrong : List.of(good.replace("{", "{\"pictures\":\"no.png\","), "[]", "7")) {
            assertThatThrownBy(() -> load("broken", List.of(good, wrong)))
                    .hasMessageContaining("line 2")
                    .hasMessageContaining("pictures (a list)")
                    .hasMessageNotContaining("dev.eddy")
                    .hasMessageNotContaining("java");
        }
        assertThatThrownBy(() -> load("broken", List.of("{\"id\":\"a\",\"pictures\":[\"no.png\"],\"target\":\"y\"}")))
                .hasMessageContaining("line 1")
                .hasMessageContaining("no.png");
        assertThatThrownBy(() -> load("broken", List.of())).hasMessageContaining("no records");
        assertThat(folder.resolve("banks"))
                .isDirectoryContaining(file -> file.endsWith("shapes.jsonl"))
                .satisfies(banks -> {
                    try (Stream<Path> files = Files.list(banks)) {
                        assertThat(files).hasSize(1);
                    }
                });
    }

    @Test
    void aNameCannotLeadOutOfTheFolder() throws Exception {
        assertThatThrownBy(() -> load("../escape", List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("../escape");
        try (DemonstrationBank bank = bank()) {
            assertFails(bank.open("bank/../shapes", 0), EffectStatus.REJECTED).hasMessageContaining("../shapes");
        }
    }

    @Test
    void aDamagedBankIsInvalidAndItsLineIsNamed() throws Exception {
        Files.writeString(folder.resolve("banks/torn.jsonl"), "{\"id\":\"a\",\"pic");
        try (DemonstrationBank bank = bank()) {
            assertFails(bank.open("bank/torn", 0), EffectStatus.INVALID)
                    .hasMessageContaining("bank/torn")
                    .hasMessageContaining("line 1");
        }
    }

    @Test
    void aBankThatIsLoadedAgainIsSeenByWhoeverHasItOpen() throws Exception {
        load("mine", ABOUT_CATS);
        try (DemonstrationBank bank = bank()) {
            assertThat(await(bank.open("bank/mine", 1)).size()).isEqualTo(2);
            assertThat(found(bank)).containsExactlyInAnyOrder("a", "b");

            load("mine", List.of("{\"id\":\"c\",\"text\":\"my cat likes milk and its mat\",\"target\":\"food\"}"));

            EffectValue.Bank opened = await(bank.open("bank/mine", 1));
            assertThat(opened.size()).isEqualTo(1);
            assertThat(found(bank)).containsExactly("c");
        }
    }

    private static List<String> found(DemonstrationBank bank) {
        return await(bank.search("bank/mine", ASKED, 2)).channels().get(0).getRecords();
    }

    @Test
    void anArchiveInTheLayoutOfOmniglotIsABankOfItsCharacters() throws Exception {
        Path archive = Archives.write(folder.resolve("few.zip"), Archives.drawings(2, 3));
        assertThat(load("few", archive, null)).isEqualTo(6);
        try (DemonstrationBank bank = bank()) {
            List<BankRecord> records = await(bank.sample("bank/few", 6, 1)).records();
            assertThat(records)
                    .extracting(BankRecord::getTarget)
                    .containsExactlyInAnyOrder(
                            "alphabet/character0",
                            "alphabet/character0",
                            "alphabet/character0",
                            "alphabet/character1",
                            "alphabet/character1",
                            "alphabet/character1");
        }
    }

    /** Two texts without a word in common, one of which means what is asked for. */
    private static final List<String> ABOUT_CATS = List.of(
            "{\"id\":\"a\",\"text\":\"quarterly revenue grew by ten percent\",\"target\":\"money\"}",
            "{\"id\":\"b\",\"text\":\"a kitten is sitting on a rug\",\"target\":\"pets\"}");

    private static final Map<Channel, Effect.ChannelQuery> ASKED =
            Map.of(Channel.T2T, new Effect.ChannelQuery(List.of(), "my cat likes its mat"));

    @Test
    void aBankIsSearchedByWhatItsTextsMeanWhereAnEncoderSaysSo() throws Exception {
        assumeThatEncoderLoads();
        load("meant", ABOUT_CATS, "minilm");
        load("worded", ABOUT_CATS, null);

        try (DemonstrationBank bank = bank()) {
            ChannelHits meant =
                    await(bank.search("bank/meant", ASKED, 2)).channels().get(0);
            ChannelHits worded =
                    await(bank.search("bank/worded", ASKED, 2)).channels().get(0);

            assertThat(meant.getRecords()).containsExactly("b", "a");
            assertThat(Packed.floats(meant.getScores())[0]).isGreaterThan(0.3f);
            assertThat(Packed.floats(worded.getScores())).containsOnly(0);
        }
    }

    @Test
    void aBankWhoseEncoderIsNotThereSaysSo() throws Exception {
        assertThatThrownBy(() -> load("strange", ABOUT_CATS, "nobody")).hasMessageContaining("nobody");
        load("strange", ABOUT_CATS, null);
        Path file = folder.resolve("banks/strange.jsonl");
        String meaning = "\"meaning\":{\"encoder\":\"nobody\",\"vector\":\"AACAPw==\"}";
        Files.writeString(file, Files.readString(file).replace("\"meaning\":null", meaning));
        try (DemonstrationBank bank = bank()) {
            assertFails(bank.open("bank/strange", 0), EffectStatus.INVALID)
                    .hasMessageContaining("bank/strange")
                    .hasMessageContaining("nobody");
        }
    }

    @Test
    void anEncoderHasTheSettingsThatItsBankWasLoadedWith() throws Exception {
        Path source = Files.write(folder.resolve("source.jsonl"), ABOUT_CATS);
        load("sized", source, PortChoice.of(SizedWords.NAME, Map.of("length", "24")));

        try (DemonstrationBank bank = bank(Map.of("sized-words.length", "24"))) {
            assertThat(await(bank.search("bank/sized", ASKED, 2))
                            .channels()
                            .get(0)
                            .getRecords())
                    .containsExactlyInAnyOrder("a", "b");
        }
        try (DemonstrationBank bank = bank(Map.of())) {
            assertFails(bank.open("bank/sized", 0), EffectStatus.INVALID).hasMessageContaining("'length'");
        }
        try (DemonstrationBank bank = bank(Map.of("sized-words.length", "25"))) {
            assertThatThrownBy(() -> await(bank.search("bank/sized", ASKED, 2)))
                    .hasMessageContainingAll("24", "25", "sized-words");
        }
    }

    @Test
    void aBankWithoutTextsFindsNoneWhateverItsEncoder() throws Exception {
        Files.write(folder.resolve("a.png"), Worlds.glyphs().file(0));
        Path source = Files.writeString(
                folder.resolve("source.jsonl"), "{\"id\":\"a\",\"pictures\":[\"a.png\"],\"target\":\"wug\"}");
        load("silent", source, PortChoice.of(SizedWords.NAME, Map.of("length", "24")));

        try (DemonstrationBank bank = bank(Map.of("sized-words.length", "24"))) {
            assertThat(await(bank.search("bank/silent", ASKED, 2))
                            .channels()
                            .get(0)
                            .getRecords())
                    .isEmpty();
        }
    }

    private static void assumeThatEncoderLoads() throws Exception {
        try (Ports.Lease<Encoder> encoder = Ports.lease(Encoder.class, "minilm", Map.of())) {
            assertThat(encoder.get()).isNotNull();
        } catch (IOException e) {
            Assumptions.assumeFalse(e.getCause() instanceof LinkageError, e::getMessage);
            throw e;
        }
    }

    private int load(String name, List<String> lines) throws Exception {
        return load(name, lines, null);
    }

    private int load(String name, List<String> lines, String encoder) throws Exception {
        Path source = folder.resolve("source.jsonl");
        Files.write(source, lines);
        return load(name, source, encoder == null ? null : PortChoice.of(encoder, Map.of()));
    }

    private int load(String name, Path source, PortChoice encoder) throws Exception {
        try (Ports.Lease<BlobStore> blobs = blobs();
                Ports.Lease<VectorIndex> vectors = vectors()) {
            VectorIndex index = vectors == null ? null : vectors.get();
            return new BankLoader(folder.resolve("banks"), blobs.get(), encoder, index).load(name, source, share -> {});
        }
    }

    /** Where the vectors are; null for in the process. */
    Ports.Lease<VectorIndex> vectors() throws Exception {
        return null;
    }

    private Ports.Lease<BlobStore> blobs() throws IOException {
        return Ports.lease(
                BlobStore.class, "file", Map.of("path", folder.resolve("blobs").toString()));
    }

    private WorldBank bank() throws Exception {
        return bank(Map.of());
    }

    private WorldBank bank(Map<String, String> encoders) throws Exception {
        return new WorldBank(Worlds.glyphs(), blobs(), folder.resolve("banks"), encoders, vectors());
    }
}
