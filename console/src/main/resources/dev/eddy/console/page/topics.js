/** The topics and the metrics, as tables. */
import { el, fill, panel, table } from "/dom.js";
import { sparkline } from "/charts.js";
import { clock, count, decimal } from "/format.js";

export function topics() {
  const box = el("div");
  const note = el("span");
  async function refresh(ask) {
    const lines = await ask("/api/topics");
    fill(note, "read any of them with ", el("code", null, lines[0].tail.replace(lines[0].name, "<topic>")));
    fill(
      box,
      table(
        [{ title: "topic" }, { title: "record" }, { title: "key" }, { title: "written by" }, { title: "promise" }, { title: "kept" }, { title: "partitions", number: true }, { title: "offsets held", number: true, hint: "records and, on transactional topics, commit markers" }],
        lines.map((one) => [
          el("code", null, one.name),
          one.value,
          one.key,
          one.writer,
          one.transactional ? "exactly once, read committed" : "at least once",
          one.kept,
          one.partitions === 0 ? "missing" : count(one.partitions),
          count(one.offsets),
        ]),
        "Topics",
      ),
    );
  }
  return { element: panel("Topics", note, box), refresh, every: 2000 };
}

export function metrics() {
  const box = el("div");
  let wanted = "";
  const filter = el("input", { type: "search", placeholder: "filter by name or label", "aria-label": "Filter metrics", oninput: (event) => { wanted = event.target.value.toLowerCase(); } });
  async function refresh(ask) {
    const all = (await ask("/api/metrics")).map((one) => ({ ...one, shown: Object.entries(one.labels).filter(([key, value]) => key !== "agent" || value !== one.labels.policy) }));
    const lines = all.filter((one) => `${one.name} ${one.shown.flat().join(" ")}`.toLowerCase().includes(wanted)).sort(inOrder);
    if (lines.length === 0) {
      fill(box, el("p.empty", null, all.length === 0 ? "The eval job has written no window yet." : "Nothing matches."));
      return;
    }
    fill(
      box,
      table(
        [{ title: "metric" }, { title: "labels" }, { title: "newest", number: true }, { title: "" }, { title: "of" }, { title: "count", number: true }, { title: "until", number: true }],
        lines.map((one) => [one.name, el("span.labels", null, one.shown.map(([key, value]) => el("span.tag", null, `${key} ${value}`))), decimal(one.value, Math.abs(one.value) >= 100 ? 0 : 4), sparkline(one.values), el("span.whole", null, one.version === null ? "window" : `version ${one.version}`), count(one.count), clock(one.windowEnd)]),
        "Metrics",
      ),
    );
  }
  const note = el("span.controls", null, el("span.note", null, "windows of the eval job; the lines run over policy versions where a metric has them"), filter);
  return { element: panel("Metrics", note, box), refresh, every: 2000 };
}

/** What people ask about first, then by name. */
function inOrder(a, b) {
  const rank = (one) => ["EVAL", "SERVE", undefined, "TRAIN"].indexOf(one.labels.purpose);
  return rank(a) - rank(b) || a.name.localeCompare(b.name) || JSON.stringify(a.labels).localeCompare(JSON.stringify(b.labels));
}
