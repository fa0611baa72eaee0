// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.PromptSegment;
import dev.eddy.schemas.BankRecord;
import java.util.List;

/**
 * A member of the acquired set E.
 *
 * @param index the number that it had as a candidate; 0 where the environment picked it
 * @param shown its full record in acquisition prompts; null where the policy is shown none
 * @param tokens that it takes in the answering prompt
 * @param kept whether it is in the context S
 */
record Demo(int index, BankRecord record, PromptSegment shown, int tokens, boolean kept) {
    Demo kept(boolean keep) {
        return new Demo(index, record, shown, tokens, keep);
    }

    /** S, the kept ones of E, in the same order. */
    static List<Demo> kept(List<Demo> demos) {
        return demos.stream().filter(Demo::kept).toList();
    }

    /** Tokens of S in the answering prompt. */
    static int contextTokens(List<Demo> demos) {
        int sum = 0;
        for (Demo demo : demos) {
            sum += demo.kept ? demo.tokens : 0;
        }
        return sum;
    }

    /** The member of this number; null if there is none. */
    static Demo find(List<Demo> demos, int index) {
        for (Demo demo : demos) {
            if (demo.index == index) {
                return demo;
            }
        }
        return null;
    }

    static boolean keeps(List<Demo> demos, int index) {
        Demo demo = find(demos, index);
        return demo != null && demo.kept;
    }
}
