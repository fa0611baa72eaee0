// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.policy;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.connector.file.FileSettings;
import dev.eddy.connector.file.HashedFiles;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Weights as files {@code <policy>/<version>-<sha256>}. Thread-safe. */
public final class FilePolicyStore implements PolicyStore {
    private static final Pattern POLICY = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}");
    private static final Pattern FILE = Pattern.compile("(\\d{1,18})-([0-9a-f]{64})");

    private final HashedFiles files;

    public FilePolicyStore(FileSettings settings) throws IOException {
        this.files = new HashedFiles("policy-files", settings);
    }

    @Override
    public CompletableFuture<Void> put(PolicyVersion version, byte[] weights) {
        return named(version.policy(), () -> {
            String actual = Sha256.hex(weights);
            if (!actual.equals(version.sha256())) {
                throw new PortException(
                        EffectStatus.INVALID, "weights with the hash " + actual + " are not those of " + version);
            }
            return files.write(file(version), weights);
        });
    }

    @Override
    public CompletableFuture<byte[]> get(PolicyVersion version) {
        return named(version.policy(), () -> files.read(file(version), version.sha256()));
    }

    @Override
    public CompletableFuture<List<PolicyVersion>> list(String policy) {
        return named(
                policy,
                () -> files.list(policy)
                        .thenApply(names -> names.stream()
                                .flatMap(name -> parse(policy, name))
                                .sorted(Comparator.comparingLong(PolicyVersion::version)
                                        .thenComparing(PolicyVersion::sha256))
                                .toList()));
    }

    @Override
    public CompletableFuture<Void> delete(PolicyVersion version) {
        return named(version.policy(), () -> files.delete(file(version)));
    }

    private static Stream<PolicyVersion> parse(String policy, String file) {
        Matcher matcher = FILE.matcher(file);
        return matcher.matches()
                ? Stream.of(new PolicyVersion(policy, Long.parseLong(matcher.group(1)), matcher.group(2)))
                : Stream.empty();
    }

    private static String file(PolicyVersion version) {
        String name = version.version() + "-" + version.sha256();
        if (!FILE.matcher(name).matches()) {
            throw new PortException(
                    EffectStatus.REJECTED,
                    version + " names no weights: a version is not negative and a hash has 64 lower-case"
                            + " hexadecimal digits");
        }
        return version.policy() + "/" + name;
    }

    /** Runs what uses a policy's name as a folder, once the name is known to be one. */
    private static <T> CompletableFuture<T> named(String policy, Work<T> work) {
        try {
            if (!POLICY.matcher(policy).matches()) {
                throw new PortException(
                        EffectStatus.REJECTED,
                        "'" + policy
                                + "' is no policy name: letters, digits, '_', '-' and '.', not first a '.' or '-'");
            }
            return work.start();
        } catch (PortException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public void close() {
        files.close();
    }

    @FunctionalInterface
    private interface Work<T> {
        CompletableFuture<T> start();
    }

    /** Name {@code file}; settings those of {@link FileSettings}. */
    public static final class Factory implements PortFactory<PolicyStore> {
        @Override
        public Class<PolicyStore> port() {
            return PolicyStore.class;
        }

        @Override
        public String name() {
            return "file";
        }

        @Override
        public PolicyStore open(Map<String, String> settings) throws IOException {
            return new FilePolicyStore(FileSettings.of(settings, Set.of()));
        }
    }
}
