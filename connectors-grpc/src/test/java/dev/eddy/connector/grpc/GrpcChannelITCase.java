// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.triton.proto.GRPCInferenceServiceGrpc;
import dev.eddy.connector.triton.proto.ModelReadyRequest;
import dev.eddy.connector.triton.proto.ModelReadyResponse;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Channels whose server's name goes and comes back. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class GrpcChannelITCase {
    /** Longer than a test may take, so that what ends sooner was not ended by it. */
    private static final Duration LONG = Duration.ofMinutes(5);

    private final MovingName name = new MovingName();
    private GrpcSettings settings;
    private ManagedChannel channel;
    private Server server;

    @BeforeEach
    void open() throws IOException {
        server = serve();
        settings = GrpcSettings.of(new SettingsReader("the test", Map.of("endpoint", MovingName.ENDPOINT)));
        channel = GrpcChannel.open(settings, variable -> null, GrpcChannel::bearer);
    }

    @AfterEach
    void close() {
        GrpcChannel.close(channel, settings);
        server.shutdownNow();
        name.close();
    }

    private static Server serve() throws IOException {
        return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(new GRPCInferenceServiceGrpc.GRPCInferenceServiceImplBase() {
                    @Override
                    public void modelReady(ModelReadyRequest asked, StreamObserver<ModelReadyResponse> answers) {
                        answers.onNext(ModelReadyResponse.getDefaultInstance());
                        answers.onCompleted();
                    }
                })
                .build()
                .start();
    }

    private void call(Duration deadline) {
        GRPCInferenceServiceGrpc.newBlockingStub(channel)
                .withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS)
                .modelReady(ModelReadyRequest.getDefaultInstance());
    }

    private void assertFails(Status.Code code, Duration deadline) {
        assertThatThrownBy(() -> call(deadline))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        failure -> assertThat(failure.getStatus().getCode()).isEqualTo(code));
    }

    /** Whoever calls finds out when the channel looks again, which it does after a second or so. */
    private void awaitServed() {
        boolean served = false;
        while (!served) {
            try {
                call(LONG);
                served = true;
            } catch (StatusRuntimeException failure) {
                assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            }
        }
    }

    private void moveServer() throws Exception {
        server.shutdownNow().awaitTermination();
        server = serve();
    }

    @Test
    void aNameThatIsNotThereYetIsUnavailableUntilItIs() {
        assertFails(Status.Code.UNAVAILABLE, LONG);

        name.leadTo(server.getPort());

        awaitServed();
    }

    @Test
    void aNameThatDisappearsWithItsServerIsUnavailableUntilItLeadsToTheNext() throws Exception {
        name.leadTo(server.getPort());
        call(LONG);
        name.vanish();
        call(LONG); // a connection that stands needs no name

        moveServer();
        assertFails(Status.Code.UNAVAILABLE, LONG);

        name.leadTo(server.getPort());
        awaitServed();
    }

    @Test
    void aNameThatLeadsNowhereIsUnavailable() throws Exception {
        name.leadTo(server.getPort());
        call(LONG);
        name.leadNowhere();

        moveServer();
        assertFails(Status.Code.UNAVAILABLE, LONG);

        name.leadTo(server.getPort());
        awaitServed();
    }

    @Test
    void whereNobodySaysWhatANameMeansACallEndsAtItsDeadline() {
        name.beMute();

        assertFails(Status.Code.DEADLINE_EXCEEDED, Duration.ofMillis(300));
    }
}
