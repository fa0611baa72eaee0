/** The topics and the metrics, as tables. */
import { el, fill, panel, table } from "/dom.js";
import { sparkline } from "/charts.js";
import { clock, count, decimal } from "/format.js";

export function topics() {
  const box = el("div");
  async function refresh(ask) {
    const lines = await ask("/api/topics");
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
  const note = el("span", null, "read any of them with ", el("code", null, "./eddy topics tail <topic> --follow"));
  return { element: panel("Topics", note, box), refresh, every: 2000 };
}

export function metrics() {
  const box = el("div");
  let wanted = "";
  const filter = el("input", { type: "search", placeholder: "filter by name or label", "aria-label": "Filter metrics", oninput: (event) => { wanted = event.target.value.toLowerCase(); } });
  async function refresh(ask) {
    const all = byVersion(await ask("/api/metrics"));
    const lines = all.filter((one) => `${one.name} ${one.labels.flat().join(" ")}`.toLowerCase().includes(wanted));
    if (lines.length === 0) {
      fill(box, el("p.empty", null, all.length === 0 ? "The eval job has written no window yet." : "Nothing matches."));
      return;
    }
    fill(
      box,
      table(
        [{ title: "metric" }, { title: "labels" }, { title: "newest", number: true }, { title: "" }, { title: "over" }, { title: "count", number: true }, { title: "until" }],
        lines.map((one) => [one.name, el("span.labels", null, one.labels.map(([key, value]) => el("span.tag", null, `${key} ${value}`))), decimal(one.value, 4), sparkline(one.values), one.over, count(one.count), clock(one.windowEnd)]),
        "Metrics",
      ),
    );
  }
  return { element: panel("Metrics", filter, box), refresh, every: 2000 };
}

/** One line a metric and set of labels; what differs in the policy version alone becomes one line over the versions. */
function byVersion(metrics) {
  const lines = new Map();
  for (const one of metrics) {
    const labels = Object.entries(one.labels).filter(([key]) => key !== "version");
    const key = JSON.stringify([one.name, labels]);
    lines.set(key, [...(lines.get(key) ?? []), { ...one, labels, version: Number(one.labels.version) }]);
  }
  return [...lines.values()]
    .map((group) => {
      const ordered = group.sort((a, b) => a.version - b.version);
      const last = ordered[ordered.length - 1];
      return ordered.length === 1
        ? { ...last, over: `${last.values.length} windows` }
        : { ...last, values: ordered.map((one) => one.value), over: `versions ${ordered[0].version} to ${last.version}` };
    })
    .sort((a, b) => a.name.localeCompare(b.name) || JSON.stringify(a.labels).localeCompare(JSON.stringify(b.labels)));
}
