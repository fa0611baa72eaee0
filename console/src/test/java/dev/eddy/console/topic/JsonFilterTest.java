// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.console.UserError;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Trajectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class JsonFilterTest {
    private final JsonNode value =
            read("{\"query\":{\"purpose\":\"EVAL\",\"text\":\"a=b\"},\"steps\":[1,2],\"error\":null}");

    @Test
    void comparesWhatStandsAtAPath() {
        assertThat(JsonFilter.parse("query.purpose=EVAL")).accepts(value);
        assertThat(JsonFilter.parse("query.purpose=TRAIN")).rejects(value);
        assertThat(JsonFilter.parse("query.purpose!=TRAIN")).accepts(value);
        assertThat(JsonFilter.parse("query.text=a=b")).accepts(value);
        assertThat(JsonFilter.parse("query~EVAL")).accepts(value);
        assertThat(JsonFilter.parse("steps.1=2")).accepts(value);
    }

    @Test
    void whatIsNotThereEqualsNothing() {
        assertThat(JsonFilter.parse("absent=")).rejects(value);
        assertThat(JsonFilter.parse("absent!=x")).accepts(value);
    }

    @Test
    void anotherFormIsRefused() {
        assertThatThrownBy(() -> JsonFilter.parse("purpose"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("path=text");
    }

    @Test
    void aPathThatNoRecordHasIsRefusedWithTheNearest() {
        assertThat(JsonFilter.parse("query.pictures.0.sha256=x").on(Trajectory.getClassSchema()))
                .isNotNull();
        assertThat(JsonFilter.parse("labelMap.any=x").on(Label.getClassSchema()))
                .isNotNull();
        assertThatThrownBy(() -> JsonFilter.parse("query.purpos=EVAL").on(Trajectory.getClassSchema()))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("Query has no 'purpos'; did you mean 'purpose'?");
        assertThatThrownBy(() -> JsonFilter.parse("value.answerId=x").on(Answer.getClassSchema()))
                .hasMessageContaining("Answer has no 'value'; there are answerId, queryId");
    }

    private static JsonNode read(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
