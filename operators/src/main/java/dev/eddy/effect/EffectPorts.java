// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.eddy.agent.Effect;
import dev.eddy.port.BlobStore;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.Encoder;
import dev.eddy.port.Judge;
import dev.eddy.port.PageIndex;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.Verifier;
import dev.eddy.schemas.EffectStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The ports that effects run on, by their interface. What none of the agents needs may be missing. Immutable and thread-safe;
 * the ports stay their owner's.
 */
public final class EffectPorts {
    private static final Map<Class<? extends Effect>, Class<? extends AutoCloseable>> RUN_BY = Map.ofEntries(
            Map.entry(Effect.Generate.class, PolicyModel.class),
            Map.entry(Effect.OpenBank.class, DemonstrationBank.class),
            Map.entry(Effect.Retrieve.class, DemonstrationBank.class),
            Map.entry(Effect.FetchRecords.class, DemonstrationBank.class),
            Map.entry(Effect.SampleRecords.class, DemonstrationBank.class),
            Map.entry(Effect.InspectPictures.class, BlobStore.class),
            Map.entry(Effect.Crop.class, BlobStore.class),
            Map.entry(Effect.SearchPages.class, PageIndex.class),
            Map.entry(Effect.SearchText.class, SearchEngine.class),
            Map.entry(Effect.SearchImages.class, SearchEngine.class),
            Map.entry(Effect.Verify.class, Verifier.class),
            Map.entry(Effect.Embed.class, Encoder.class),
            Map.entry(Effect.JudgeCitation.class, Judge.class),
            Map.entry(Effect.Judge.class, Judge.class));

    private final Map<Class<?>, AutoCloseable> ports;

    private EffectPorts(Map<Class<?>, AutoCloseable> ports) {
        this.ports = Map.copyOf(ports);
    }

    public static EffectPorts none() {
        return new EffectPorts(Map.of());
    }

    /** The port that effects of a kind run on. */
    public static Class<? extends AutoCloseable> running(Class<? extends Effect> kind) {
        return RUN_BY.get(kind);
    }

    /** Whether there are effects that run on a port. */
    public static boolean runs(Class<? extends AutoCloseable> port) {
        return RUN_BY.containsValue(port);
    }

    /** These and one more; it takes the place of another one of the same interface. */
    public <P extends AutoCloseable> EffectPorts with(Class<P> port, P instance) {
        Map<Class<?>, AutoCloseable> more = new HashMap<>(ports);
        more.put(port, port.cast(instance));
        return new EffectPorts(more);
    }

    /** Throws UNAVAILABLE where there is none. */
    public <P extends AutoCloseable> P get(Class<P> port) {
        return find(port)
                .orElseThrow(() -> new PortException(
                        EffectStatus.UNAVAILABLE,
                        "no " + port.getSimpleName()
                                + " is configured, which this agent needs: name one in the options"));
    }

    public <P extends AutoCloseable> Optional<P> find(Class<P> port) {
        return Optional.ofNullable(port.cast(ports.get(port)));
    }
}
