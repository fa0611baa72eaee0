/** One trajectory, model call by model call. Its texts are hostile: they become text nodes and nothing else. */
import { el, fill, panel, svg, table } from "/dom.js";
import { count, decimal, milliseconds, percent, signed, words } from "/format.js";

const LONG_TEXT = 900;

export function trajectory(id) {
  const element = el("div.trajectory", null, el("p.empty", null, "Reading the trajectory from its topic …"));
  async function refresh(ask) {
    const view = await ask(`/api/trajectory?id=${encodeURIComponent(id)}`);
    const segments = new Map(view.segments.map((one) => [one.id, one]));
    fill(
      element,
      head(view),
      el("div.two.asked", null, question(view), reward(view)),
      evidence(view),
      searches(view),
      el("ol.calls", null, view.calls.map((call) => callItem(call, segments))),
      context(view, segments),
      details(view),
    );
    element.addEventListener("keydown", step);
  }
  return { element, refresh, every: 0 };
}

/** j and k go from call to call. */
function step(event) {
  if (event.key !== "j" && event.key !== "k") {
    return;
  }
  const calls = [...document.querySelectorAll(".call")];
  const at = calls.indexOf(document.activeElement.closest?.(".call"));
  calls[Math.max(0, Math.min(calls.length - 1, at + (event.key === "j" ? 1 : -1)))]?.focus();
}

function head(view) {
  const { trajectory } = view;
  return el(
    "header.head",
    null,
    el("p", null, el("a", { href: "#/trajectories" }, "← trajectories")),
    el("h1", null, trajectory.trajectoryId),
    el(
      "p",
      null,
      [
        trajectory.query.agent,
        trajectory.query.mode,
        shots(trajectory),
        `tier.${trajectory.query.tier}` in trajectory.settings ? `tier ${trajectory.query.tier}` : null,
        words(trajectory.query.purpose),
        words(trajectory.query.decoding),
        trajectory.policyVersionMin < 0 ? "no model called" : trajectory.policyVersionMin === trajectory.policyVersionMax ? `policy version ${trajectory.policyVersionMin}` : `policy versions ${trajectory.policyVersionMin} to ${trajectory.policyVersionMax}`,
        words(trajectory.termination),
        trajectory.forced ? "ended by the environment" : null,
        trajectory.trainable ? null : "not trainable",
      ]
        .filter(Boolean)
        .map((text) => el("span.tag", null, text)),
    ),
    trajectory.error ? el("p.bad", null, trajectory.error) : null,
  );
}

/** How many demonstrations were asked for, of an agent that shows any. */
function shots({ query, stats }) {
  if (query.count !== null) {
    return `count ${query.count}`;
  }
  return "shots" in stats ? "adaptive" : null;
}

function question(view) {
  const { query } = view.trajectory;
  return panel(
    "The question",
    query.bankId ? el("span", null, "bank ", el("code", null, query.bankId)) : null,
    el("div.pictures", null, query.pictures.map((one) => picture(one, Math.max(one.width, one.height) < 128 ? 2 : 1))),
    el("p.text", null, query.text),
    el("p.answer", null, view.trajectory.answers.length ? "Answered " : "No answer", view.trajectory.answers.map((answer) => el("b.said", null, answer))),
  );
}

function reward(view) {
  const scored = view.reward;
  if (!scored) {
    return panel("Reward", null, el("p.empty", null, "Not scored yet: its label or its group is still awaited."));
  }
  const components = Object.entries(scored.components);
  const most = Math.max(1e-9, ...components.map(([, value]) => Math.abs(value)));
  return panel(
    "Reward",
    words(scored.status),
    el("p.value", null, decimal(scored.reward, 4)),
    el(
      "dl.components",
      null,
      components.map(([name, value]) => {
        const bar = el(value < 0 ? "i.minus" : "i", { "aria-hidden": "true" });
        bar.style.width = `${(100 * Math.abs(value)) / most}%`;
        return el("div", null, el("dt", null, name), el("dd", null, signed(value, 4), el("span.track", null, bar)));
      }),
    ),
    scored.advantage === null
      ? el("p.note", null, scored.purpose === "TRAIN" ? "No advantage: the group is not closed, or this run was left out of it." : "Only training runs get an advantage.")
      : el("p.note", null, `Advantage ${signed(scored.advantage, 4)} by ${scored.estimator}: group mean ${decimal(scored.groupMean, 4)}, deviation ${decimal(scored.groupStd, 4)}, ${scored.groupValid} valid members, ${words(scored.groupStatus)}${scored.zeroVariance ? ", zero variance" : ""}.`),
    scored.answerRewards.length ? el("p.note", null, `Scores of the answers: ${scored.answerRewards.map((one) => decimal(one)).join(", ")}.`) : null,
  );
}

/** Pages with what the run looked at, what it cited, and what truly supports the answer. */
function evidence(view) {
  const { crops, citation } = view.trajectory;
  const gold = view.reward?.goldBoxes ?? [];
  const regions = [
    ...gold.map((part) => ({ part, kind: "gold", label: "true" })),
    ...(crops ?? []).map((part, index) => ({ part, kind: "crop", label: `crop ${index + 1}` })),
    ...(citation ? [{ part: citation, kind: "cite", label: "cited" }] : []),
  ];
  const pages = new Map();
  for (const { part } of regions.filter((one) => one.part.sha256)) {
    pages.set(part.pageId, part);
  }
  const unseen = gold.filter((part) => !pages.has(part.pageId)).map((part) => part.pageId);
  if (pages.size === 0) {
    return null;
  }
  return panel(
    "What it looked at and cited",
    el("span.legend", null, el("i.gold", null, "true support"), el("i.crop", null, "crops"), el("i.cite", null, "citation")),
    el("div.pages", null, [...pages.values()].map((page) => marked(page, regions.filter((one) => one.part.pageId === page.pageId)))),
    unseen.length ? el("p.note", null, `True support on pages that it neither looked at nor cited: ${[...new Set(unseen)].join(", ")}.`) : null,
  );
}

function marked(page, regions) {
  const { pageWidth: width, pageHeight: height } = page;
  return el(
    "figure.page",
    null,
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `page ${page.pageId} with ${regions.map((one) => one.label).join(", ")}` },
      svg("image", { href: address(page.sha256), width, height }),
      regions.map(({ part: { region }, kind, label }) =>
        svg(`rect.${kind}`, { x: region.left, y: region.top, width: region.right - region.left, height: region.bottom - region.top }, svg("title", null, label)),
      ),
    ),
    el("figcaption", null, el("code", null, page.pageId)),
  );
}

/** What was searched for and found, each result beside the model's verdict on it and the verifier's label of it. */
function searches(view) {
  const uses = view.trajectory.searches ?? [];
  if (uses.length === 0) {
    return null;
  }
  const labels = view.reward?.searchLabels ?? [];
  return panel(
    "What it searched for, and its verdicts",
    el("span.legend", null, el("i.kept", null, "kept"), el("i.dropped", null, "dropped"), el("i", null, "no verdict"), labels.length ? " ✓ useful, ✗ useless: what a verifier says that knows the target" : null),
    uses.map((use, index) => search(use, index + 1, labels[index])),
  );
}

/** @param labels the verifier's, of queries and results; nothing where it was not asked */
function search(use, number, labels) {
  return el(
    "section.search",
    null,
    el("h3", null, `${number} · ${use.byPicture ? "by picture" : "by text"}`),
    use.queries.length ? el("p", null, use.queries.map((query, place) => el(query === use.executed ? "span.tag.executed" : "span.tag", { title: query === use.executed ? "asked" : "proposed" }, label(labels?.queries[place]), query))) : null,
    use.snippets.length ? el("ol.results", null, use.snippets.map((one, place) => result(one, use.mask[place], labels?.snippets[place]))) : el("p.empty", null, "It was shown nothing."),
    use.mask.length > use.snippets.length ? el("p.note", null, `${use.mask.length - use.snippets.length} verdicts more than results.`) : null,
  );
}

function label(useful) {
  return typeof useful === "boolean" ? el(useful ? "span.label.useful" : "span.label.useless", { title: useful ? "verifier: useful" : "verifier: useless" }, useful ? "✓ " : "✗ ") : null;
}

/**
 * @param verdict true, false, or nothing where the model gave none that can be read
 * @param useful the verifier's label; nothing where there is none
 */
function result(snippet, verdict, useful) {
  const kind = verdict === true ? "kept" : verdict === false ? "dropped" : "unjudged";
  const against = typeof useful === "boolean" && typeof verdict === "boolean" && verdict !== useful;
  return el(
    against ? `li.${kind}.against` : `li.${kind}`,
    { title: `${kind === "unjudged" ? "no verdict" : kind}${against ? ", against the verifier" : ""}` },
    snippet.picture ? picture(snippet.picture, 1) : null,
    label(useful),
    el("b", null, snippet.title),
    el("small", null, ` ${[snippet.source, snippet.date].filter(Boolean).join(", ")} · ${snippet.sha256.slice(0, 8)}`),
    snippet.text ? el("p", null, snippet.text) : null,
  );
}

function callItem(call, segments) {
  const answer = call.kind === "ANSWER";
  const actions = call.steps.map((one) => one.action).join(", ");
  return el(
    answer ? "li.call.answers" : "li.call",
    { tabindex: 0, "aria-label": answer ? `Answer ${call.answerIndex ?? ""}` : `Call ${call.index}: ${actions}` },
    el(
      "header",
      null,
      el("h2", null, answer ? `Answering call${call.answerIndex ? ` ${call.answerIndex + 1}` : ""}` : `${call.index + 1} · ${actions || "no call understood"}`),
      el("p.note", null, `${count(call.promptTokens)} tokens shown in ${call.prompt.length} segments · version ${[...new Set(call.versions)].join(", ")} · ${call.stopReason}`),
    ),
    el(
      "div.columns",
      null,
      el("div", null, el("h3", null, answer ? "What the answer saw" : "New in what it was shown"), shownParts((answer ? call.prompt : call.fresh).map((id) => segments.get(id)).filter(Boolean))),
      el("div", null, el("h3", null, "What it said"), said(call.said), choices(call.said), call.steps.map(taken)),
    ),
  );
}

/** What frames a prompt and repeats what stands elsewhere on this page. */
const FRAME = new Set(["header", "call", "turn", "end", "resources", "count", "left", "mark", "instructions", "answer-instructions"]);

/** Pieces of a prompt: what carries the matter side by side, the frame folded away. */
function shownParts(pieces) {
  if (pieces.length === 0) {
    return el("p.empty", null, "nothing new");
  }
  const matter = pieces.filter((one) => !FRAME.has(one.kind));
  const frame = pieces.filter((one) => FRAME.has(one.kind));
  return [
    el("div.pieces", null, matter.map(segment)),
    frame.length ? el("details.segment", null, el("summary", null, el("small", null, `frame: ${[...new Set(frame.map((one) => one.kind))].join(", ")}`)), frame.map(segment)) : null,
  ];
}

/** A piece of a prompt: its text with its pictures where they stood. Long ones are folded. */
function segment(one) {
  const body = el("div.parts", null, one.parts.map((part) => (part.picture ? picture(part.picture, 1) : el("span", null, part.text))));
  const length = one.parts.reduce((sum, part) => sum + (part.text?.length ?? 0), 0);
  const title = [el("b", null, one.kind), el("small", null, ` ${count(one.tokenCount)} tokens`)];
  return length > LONG_TEXT
    ? el("details.segment", null, el("summary", null, title), body)
    : el("section.segment", null, el("h4", null, title), body);
}

function address(sha256) {
  return `/pictures/${encodeURIComponent(String(sha256))}`;
}

/** A picture; of a part that nobody rendered, that part of the whole. */
function picture(one, zoom) {
  const sha256 = String(one.sha256);
  const cut = one.cut;
  if (cut && !cut.rendered) {
    return svg(
      "svg.cut",
      { viewBox: `${cut.left} ${cut.top} ${cut.width} ${cut.height}`, width: Math.min(one.width * zoom, 320), role: "img", "aria-label": `part of picture ${sha256.slice(0, 8)}, shown at ${one.width} by ${one.height} pixels` },
      svg("image", { href: address(sha256) }),
    );
  }
  return el("img", {
    src: address(cut ? cut.rendered : sha256),
    alt: `picture ${sha256.slice(0, 8)}, ${one.width} by ${one.height} pixels`,
    title: `${sha256.slice(0, 12)} · ${one.width} × ${one.height}${one.tokens ? ` · ${one.tokens} tokens` : ""}`,
    width: Math.min(one.width * zoom, 320),
    loading: "lazy",
  });
}

/** The response; tokens that carry a log-probability are marked, the surer the fuller. */
function said(runs) {
  return el(
    "pre.said",
    null,
    runs.map((run) => {
      if (run.logProb === null) {
        return run.text;
      }
      const mark = el("mark", { title: `log-probability ${run.logProb.toFixed(4)}, probability ${percent(Math.exp(run.logProb))}` }, run.text);
      mark.style.setProperty("--sure", Math.exp(run.logProb).toFixed(3));
      return mark;
    }),
  );
}

function choices(runs) {
  const chosen = runs.filter((run) => run.logProb !== null);
  if (chosen.length === 0) {
    return null;
  }
  return el("p.note", null, "Choices: ", chosen.map((run, index) => [index > 0 ? " · " : "", el("code", null, run.text.trim() || "␣"), ` ${percent(Math.exp(run.logProb))}`]));
}

function taken(step) {
  return el(
    "dl.taken",
    null,
    el("div", null, el("dt", null, "tool call"), el("dd", null, el("code", null, `${step.action} ${step.arguments}`))),
    el("div", null, el("dt", null, step.error ? "refused" : "feedback"), el("dd", null, el(step.error ? "code.bad" : "code", null, step.error ? `${step.error} ${step.feedback}` : step.feedback))),
  );
}

function context(view, segments) {
  const records = view.trajectory.context;
  return panel(
    "What the answer was given",
    `${records.length} in its context`,
    records.length ? el("p", null, records.map((record) => el("span.tag", null, record))) : el("p.empty", null, "Nothing beside the question."),
    view.calls.some((call) => call.kind === "ANSWER") ? null : el("div", null, [...segments.values()].filter((one) => one.kind === "shot").map(segment)),
  );
}

function details(view) {
  const { trajectory } = view;
  return panel(
    "Effects, figures and settings",
    null,
    table(
      [{ title: "effect", number: true }, { title: "kind" }, { title: "status" }, { title: "began after", number: true }, { title: "took", number: true }, { title: "attempts", number: true }, { title: "error" }],
      view.effects.map((one) => [one.seq, one.kind, el(one.status === "OK" ? "span" : "span.bad", null, words(one.status)), milliseconds(one.startedMs), milliseconds(one.latencyMs), one.attempts, one.error ?? ""]),
      "Effects",
    ),
    el("div.two", null, pairs("Figures", { ...trajectory.stats, promptTokens: trajectory.promptTokens, generatedTokens: trajectory.generatedTokens, generationMs: trajectory.generationMs, toolMs: trajectory.toolMs, queueMs: trajectory.queueMs }), pairs("Settings", trajectory.settings)),
  );
}

function pairs(title, values) {
  return el("details", null, el("summary", null, title), el("dl.pairs", null, Object.entries(values).map(([key, value]) => el("div", null, el("dt", null, key), el("dd", null, typeof value === "number" ? decimal(value, Number.isInteger(value) ? 0 : 4) : value)))));
}
