/** The overview: how well the policy answers, how it got there, and what holds it up now. */
import { el, fill, panel, refill, table } from "/dom.js";
import { Chart } from "/charts.js";
import { clock, count, decimal, first, newest, percent, rate, signed, tick, words } from "/format.js";

const FATES = ["TRAINED", "ZERO_VARIANCE", "STALE", "REFUSED"];
const TRAINER = { loss: "loss", gradientNorm: "gradient norm", entropy: "entropy", kl: "KL", clippedShare: "clipped share" };

export function overview() {
  let policy = null;
  let axis = "seconds";
  const flow = el("div.flow");
  const stall = el("p.stall", { role: "status" });
  const tiles = el("div.tiles");
  const policies = el("select", { "aria-label": "Policy", onchange: (event) => { policy = event.target.value; } });
  const axes = el("button.quiet", { type: "button", onclick: () => { axis = axis === "seconds" ? "version" : "seconds"; } });
  const curve = new Chart({
    label: "Learning curve: held-out accuracy and mean reward of the training rollouts",
    x: "seconds of training",
    height: 340,
    left: (value) => value.toFixed(1),
    range: unit,
    lines: [
      { label: "held-out accuracy", colour: "--accent", format: (v) => percent(v), points: true },
      { label: "held-out, fixed count", colour: "--second", format: (v) => percent(v), points: true, dash: [5, 4] },
      { label: "training reward, last 256 rollouts", colour: "--third", format: (v) => decimal(v) },
    ],
  });
  const effort = new Chart({
    label: "What a held-out question costs: demonstrations shown and calls of the model",
    x: "seconds of training",
    height: 340,
    left: (value) => value.toFixed(0),
    range: (_, low, high) => [0, Math.max(1, (high ?? 1) * 1.1)],
    lines: [
      { label: "shots", colour: "--accent", format: (v) => decimal(v), points: true },
      { label: "model calls", colour: "--third", format: (v) => decimal(v), points: true },
    ],
  });
  const small = Object.entries(TRAINER).map(([name, title]) => ({
    name,
    chart: new Chart({
      label: `Trainer: ${title} by policy version`,
      title,
      x: "version",
      height: 150,
      left: tick,
      lines: [{ label: title, colour: "--accent", format: (v) => decimal(v, 4) }],
    }),
  }));
  const fates = el("div.fates");
  const modes = el("div");
  const versions = el("div");
  const letters = el("div");
  const element = el(
    "div.overview",
    null,
    el("section.panel.flow-panel", { "aria-label": "The loop, from question to better policy" }, flow, stall),
    tiles,
    el(
      "div.two",
      null,
      panel("Learning curve", el("span.controls", null, policies, axes), curve.element),
      panel("Effort", "what a held-out question costs", effort.element),
    ),
    el(
      "div.two",
      null,
      panel("Modes on held-out questions", "the trained policy beside what needs no training", modes),
      panel("Fates of training groups", "from group-receipts", fates),
    ),
    panel("Optimiser", "figures of the steps behind each version", el("div.many", null, small.map((one) => one.chart.element))),
    panel("Policy versions", "newest first; a version reaches serving with the checkpoint that holds it", versions),
    panel("Dead letters", "input that could not be used", letters),
  );

  async function refresh(ask) {
    const data = await ask("/api/overview");
    drawFlow(flow, stall, data);
    const names = Object.keys(data.policies);
    if (policy === null || !names.includes(policy)) {
      policy = names[0] ?? null;
    }
    offer(policies, names, policy);
    const history = data.policies[policy] ?? { probed: null, columns: {}, recent: [], fates: {}, lagMedian: null, lagMax: null };
    const columns = history.columns;
    drawTiles(tiles, data, history);
    const title = axis === "seconds" ? "seconds of training" : "policy version";
    axes.textContent = axis === "seconds" ? "by seconds" : "by version";
    axes.setAttribute("aria-label", `Horizontal axis: ${title}. Press to switch.`);
    curve.relabel(title);
    effort.relabel(title);
    const baselines = newestOf(data.modes)
      .filter((row) => row.policy === policy && row.questions === history.probed && !row.learns && row.scores.accuracy !== null)
      .map((row) => ({ label: modeName(row), value: row.scores.accuracy }))
      .concat(besides(data.policies, policy));
    const held = points(columns, axis, ["heldOutAccuracy", "heldOutFixedAccuracy", "meanReward"]);
    curve.show(held.x, held.lines, baselines);
    const cost = points(columns, axis, ["shots", "calls"], true);
    effort.show(cost.x, cost.lines);
    for (const { name, chart } of small) {
      const values = columns[`trainer.${name}`];
      chart.element.hidden = !values;
      if (values) {
        chart.show(columns.version, [values]);
      }
    }
    drawFates(fates, history);
    drawModes(modes, data.modes.filter((row) => agent(row.policy) === agent(policy)), history.probed);
    drawVersions(versions, history.recent);
    drawLetters(letters, data.deadLetters, data.undecodable);
  }
  return { element, refresh, every: 1000 };
}

function agent(policy) {
  return policy?.split(".")[0];
}

/** The newest probes of what else the agent learns: its baselines, or what they are the baselines of. */
function besides(policies, chosen) {
  return Object.keys(policies)
    .filter((name) => name !== chosen && agent(name) === agent(chosen))
    .map((name) => ({ label: name, value: newest(policies[name].columns.heldOutAccuracy) }))
    .filter((one) => one.value !== null);
}

function unit(_, low, high) {
  return [Math.min(0, low ?? 0), Math.max(1, high ?? 1)];
}

/** Columns against an axis, without the versions that have no place on it; optionally without those that have no value. */
function points(columns, axis, names, sparse = false) {
  const place = columns[axis] ?? [];
  const lines = names.map((name) => columns[name] ?? place.map(() => null));
  const kept = place.map((_, index) => index).filter((index) => place[index] !== null && (!sparse || lines.some((line) => line[index] !== null)));
  return { x: kept.map((index) => place[index]), lines: lines.map((line) => kept.map((index) => line[index])) };
}

function offer(select, names, chosen) {
  if (select.dataset.names !== names.join("\n")) {
    select.dataset.names = names.join("\n");
    fill(select, names.map((name) => el("option", { value: name }, name)));
  }
  select.value = chosen ?? "";
  select.hidden = names.length < 2;
}

const TITLES = {
  ask: ["Questions", "queries"],
  serve: ["Agents", "answers"],
  reward: ["Rewards", "rewarded-trajectories"],
  group: ["Groups", "training-groups"],
  train: ["Trainer", "group-receipts"],
  announce: ["Policy", "policy-updates"],
};

function drawFlow(flow, stall, data) {
  fill(
    flow,
    data.stations.map((station) => {
      const [title, topic] = TITLES[station.name] ?? [station.name, station.topic];
      const held = data.stall.station === station.name;
      return el(
        held ? "div.station.held" : "div.station",
        { title: held ? "training waits here" : null },
        el("h3", null, title),
        el("p.big", null, count(station.total), el("small", null, ` ${station.unit}`)),
        el("p.sub", null, `${rate(station.perSecond)} /s`, station.waiting > 0 ? el("span.waiting", null, `${count(station.waiting)} wait`) : null),
        el("code", null, topic),
      );
    }),
  );
  fill(stall, el("strong", null, data.stall.station ? "What training waits for now: " : "Now: "), data.stall.sentence);
}

function drawTiles(tiles, data, history) {
  const columns = history.columns;
  const now = newest(columns.heldOutAccuracy);
  const before = first(columns.heldOutAccuracy);
  const serve = data.stations.find((station) => station.name === "serve");
  fill(
    tiles,
    tile("Held-out accuracy", percent(now), now !== null && before !== null ? `${signed((now - before) * 100, 1)} points since version ${count(columns.version[columns.heldOutAccuracy.indexOf(before)])}` : "no probe yet"),
    tile("Mean training reward", decimal(newest(columns.meanReward)), `at first ${decimal(first(columns.meanReward))}`),
    effortTile(columns),
    tile("Policy version", count(newest(columns.version)), `${count(newest(columns.groupsTrained))} groups trained`),
    tile("Rollouts a second", rate(serve?.perSecond), `${count(serve?.total)} answered`),
    tile("Policy lag", count(history.lagMedian), `optimiser steps, median; at most ${count(history.lagMax)}`),
  );
}

/** Demonstrations, of an agent that shows any. */
function effortTile(columns) {
  const shots = newest(columns.shots);
  return shots === null
    ? tile("Model calls", decimal(newest(columns.calls)), "for a held-out question")
    : tile("Demonstrations shown", decimal(shots), "for a held-out question");
}

function tile(title, value, note) {
  return el("section.tile", null, el("h2", null, title), el("p.value", null, value), el("p.note", null, note));
}

function drawFates(box, history) {
  const total = FATES.reduce((sum, fate) => sum + (history.fates[fate] ?? 0), 0);
  if (total === 0) {
    fill(box, el("p.empty", null, "No group has been consumed yet."));
    return;
  }
  const chart = el("div.stack", { role: "img", "aria-label": FATES.map((fate) => `${words(fate)} ${history.fates[fate] ?? 0}`).join(", ") });
  for (const fate of FATES) {
    const share = (history.fates[fate] ?? 0) / total;
    if (share > 0) {
      const part = el("span", { class: `fate-${fate}`, title: `${words(fate)} ${percent(share)}` });
      part.style.flexGrow = share;
      chart.append(part);
    }
  }
  fill(
    box,
    chart,
    el("dl", null, FATES.map((fate) => el("div", null, el("dt", null, el("i", { class: `fate-${fate}` }), words(fate)), el("dd", null, count(history.fates[fate] ?? 0), el("small", null, ` ${percent((history.fates[fate] ?? 0) / total)}`))))),
    el("p.note", null, `Lag between sampling and training: median ${count(history.lagMedian)}, at most ${count(history.lagMax)} optimiser steps. Zero-variance groups teach nothing and are counted, not trained.`),
  );
}

/** Left out of a table of an agent that shows no demonstrations. */
function shotsColumn(values) {
  return { title: "shots", number: true, hidden: values.every((value) => value === null) };
}

function modeName(row) {
  return row.count === null ? row.mode : `${row.mode} ${row.count}`;
}

/** The rows of the newest version that was asked, and of version 0 of what has learnt since. */
function newestOf(rows) {
  const newest = new Map();
  for (const row of rows) {
    const shown = { ...row, mode: row.learns && row.version === 0 ? `${row.mode} at version 0` : row.mode };
    const key = JSON.stringify([row.policy, shown.questions, shown.mode, shown.count, shown.decoding]);
    if (!newest.has(key) || newest.get(key).version < shown.version) {
      newest.set(key, shown);
    }
  }
  return [...newest.values()];
}

function drawModes(box, rows, probed) {
  const lines = newestOf(rows).sort((a, b) => (a.scores.accuracy ?? 0) - (b.scores.accuracy ?? 0));
  if (lines.length === 0) {
    refill(box, el("p.empty", null, "No evaluation has been scored yet."));
    return;
  }
  const sets = [...new Set(lines.map((row) => row.questions))].sort((a, b) => (a === probed ? -1 : b === probed ? 1 : (a ?? "").localeCompare(b ?? "")));
  refill(box, sets.map((questions) => modeTable(questions, lines.filter((row) => row.questions === questions))));
}

const SETS = { probe: "Questions of the probes", "eval-strict": "Questions of the evaluation" };

/** Accuracies can be compared on the same questions only, so each set has a table of its own. */
function modeTable(questions, lines) {
  const title = questions === null ? "Held-out questions" : SETS[questions] ?? `Questions on ${questions}`;
  const counted = lines.some((row) => row.learns && row.count !== null);
  return el(
    "div.modes",
    null,
    el("h3", null, title),
    table(
      [{ title: "mode" }, { title: "evaluation" }, { title: "version", number: true }, { title: "accuracy", number: true }, { title: "" }, { title: "reward", number: true }, shotsColumn(lines.map((row) => row.scores.shots)), { title: "calls", number: true }, { title: "asked", number: true }],
      lines.map((row) => [
        el(row.mode === "trained" ? "strong" : "span", null, counted && row.learns ? `${row.mode} ${row.count === null ? "adaptive" : `fixed ${row.count}`}` : modeName(row)),
        words(row.decoding),
        row.version < 0 ? "–" : count(row.version),
        percent(row.scores.accuracy),
        meter(row.scores.accuracy),
        decimal(row.scores.reward),
        decimal(row.scores.shots),
        decimal(row.scores.calls, 1),
        count(row.scores.count),
      ]),
      title,
    ),
  );
}

function meter(share) {
  const bar = el("span.meter", { "aria-hidden": "true" }, el("i"));
  bar.firstChild.style.width = `${100 * (share ?? 0)}%`;
  return bar;
}

function drawVersions(box, versions) {
  if (versions.length === 0) {
    refill(box, el("p.empty", null, "No version has been announced yet."));
    return;
  }
  refill(
    box,
    table(
      [{ title: "version", number: true }, { title: "cause" }, { title: "announced" }, { title: "step", number: true }, { title: "groups trained", number: true }, { title: "training reward", number: true }, { title: "rollouts served", number: true }, { title: "held-out", number: true }, shotsColumn(versions.map((one) => one.heldOut.shots)), { title: "weights" }],
      versions.map((one) => [
        count(one.version),
        one.cause === null ? "–" : one.parent === null ? words(one.cause) : `${words(one.cause)} of ${one.parent}`,
        clock(one.announcedAt),
        count(one.step),
        count(one.groupsTrained),
        decimal(one.training.reward),
        count(one.training.count),
        percent(one.heldOut.accuracy),
        decimal(one.heldOut.shots),
        el("code", { title: one.sha256 }, (one.sha256 ?? "–").slice(0, 10)),
      ]),
      "Policy versions",
    ),
  );
}

function drawLetters(box, letters, undecodable) {
  const reasons = Object.entries(letters.reasons);
  if (reasons.length === 0 && undecodable === 0) {
    refill(box, el("p.empty", null, "None."));
    return;
  }
  refill(
    box,
    el("p", null, reasons.map(([reason, times]) => el("span.tag", null, `${reason} ${count(times)}`)), undecodable > 0 ? el("span.tag", null, `undecodable here ${count(undecodable)}`) : null),
    table(
      [{ title: "when" }, { title: "reason" }, { title: "what" }, { title: "job" }, { title: "from" }],
      letters.newest.slice(0, 12).map((one) => [clock(one.at), one.reason, one.message, one.job, one.source ?? "–"]),
      "Newest dead letters",
    ),
  );
}
