// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.schemas.Answer;
import dev.eddy.schemas.AnswerStatus;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import java.util.ArrayList;
import java.util.List;

/** What whoever asked is told at the end of a run. */
public final class Answers {
    private Answers() {}

    /** One record an answer, at least one: a run that reached none says why. */
    public static List<Answer> of(Trajectory trajectory) {
        List<Answer> answers = new ArrayList<>();
        for (String text : trajectory.getAnswers()) {
            answers.add(answer(trajectory, answers.size(), AnswerStatus.ANSWERED, text));
        }
        if (answers.isEmpty()) {
            boolean rejected = trajectory.getTermination() == Termination.REJECTED;
            answers.add(answer(trajectory, 0, rejected ? AnswerStatus.REJECTED : AnswerStatus.FAILED, ""));
        }
        return answers;
    }

    private static Answer answer(Trajectory trajectory, int index, AnswerStatus status, String text) {
        return Answer.newBuilder()
                .setAnswerId(trajectory.getTrajectoryId() + "/" + index)
                .setQueryId(trajectory.getQuery().getQueryId())
                .setTrajectoryId(trajectory.getTrajectoryId())
                .setRolloutIndex(trajectory.getRolloutIndex())
                .setAnswerIndex(index)
                .setStatus(status)
                .setText(text)
                .setError(trajectory.getError())
                .setPolicyVersion(trajectory.getPolicyVersionMax())
                .setSteps(trajectory.getSteps().size())
                .setAnsweredAt(trajectory.getEndedAt())
                .setCitation(trajectory.getCitation())
                .build();
    }
}
