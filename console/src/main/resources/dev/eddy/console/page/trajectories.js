/** The list of recent trajectories, with filters that stand in the address. */
import { el, fill, panel, refill, table } from "/dom.js";
import { clock, count, decimal, percent, signed, words } from "/format.js";

const CHOICES = {
  purpose: ["TRAIN", "EVAL", "SERVE"],
  mode: [], // each agent has its own: those that were seen
  outcome: ["right", "wrong", "ANSWERED", "BUDGET", "TURN_LIMIT", "CONTEXT_OVERFLOW", "DEADLINE", "REJECTED", "TOOL_INFRA", "MODEL_INFRA", "GRADER_INFRA", "CANCELLED"],
};

export function link(id) {
  return `#/trajectory/${encodeURIComponent(id)}`;
}

export function trajectories(argument) {
  const chosen = new URLSearchParams(argument);
  const box = el("div");
  const selects = Object.fromEntries(
    Object.keys(CHOICES).map((name) => [
      name,
      el("select", {
        "aria-label": name,
        onchange: (event) => {
          chosen.set(name, event.target.value);
          location.hash = `#/trajectories/${encodeURIComponent(new URLSearchParams([...chosen].filter(([, value]) => value)))}`;
        },
      }),
    ]),
  );
  Object.entries(CHOICES).forEach(([name, values]) => offer(name, values));
  const controls = el("span.controls", null, Object.values(selects));

  function offer(name, values) {
    const now = chosen.get(name);
    const all = now && !values.includes(now) ? [now, ...values] : values;
    refill(
      selects[name],
      el("option", { value: "" }, `any ${name}`),
      all.map((value) => el("option", { value, selected: now === value }, name === "mode" ? value : words(value))),
    );
  }

  async function refresh(ask) {
    const { modes } = await ask("/api/overview");
    offer("mode", [...new Set(["trained", ...modes.map((row) => row.mode)])].sort());
    if (box.contains(document.activeElement) || box.matches(":hover")) {
      return; // nothing is pulled away from under a reader's pointer or keys
    }
    const lines = await ask(`/api/trajectories?limit=100&${chosen}`);
    if (lines.length === 0) {
      fill(box, el("p.empty", null, "No scored trajectory matches yet."));
      return;
    }
    fill(
      box,
      table(
        [{ title: "ended" }, { title: "trajectory" }, { title: "purpose" }, { title: "mode" }, { title: "version", number: true }, { title: "outcome" }, { title: "score", number: true }, { title: "reward", number: true }, { title: "advantage", number: true }, { title: "shots", number: true, hidden: lines.every((one) => one.stats.shots === undefined) }, { title: "calls", number: true }],
        lines.map((one) => [
          clock(one.endedAt),
          el("a", { href: link(one.id) }, one.id),
          words(one.purpose),
          one.count === null ? one.mode : `${one.mode} ${one.count}`,
          one.version < 0 ? "–" : count(one.version),
          el(one.accuracy === 1 ? "span.good" : one.termination === "ANSWERED" ? "span" : "span.bad", null, one.status === "OK" ? words(one.termination) : `${words(one.termination)}, reward ${words(one.status)}`),
          percent(one.accuracy, 0),
          decimal(one.reward, 3),
          signed(one.advantage, 3),
          count(one.stats.shots),
          count(one.stats.calls),
        ]),
        "Recent trajectories",
      ),
    );
  }
  return { element: panel("Recent trajectories", controls, box), refresh, every: 2000 };
}
