/** Line charts on uPlot, in the page's own colours, redrawn when the theme changes. */
import uPlot from "/uplot.js";
import { el } from "/dom.js";

const drawn = new Set();

export function redrawAll() {
  drawn.forEach((chart) => chart.rebuild());
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * A chart that is fed again and again.
 * @param {object} shape
 * @param {string} shape.label for people who do not see it
 * @param {string} [shape.title] stands above a small chart in the legend's place
 * @param {string} shape.x what the horizontal axis counts
 * @param {number} shape.height in pixels
 * @param {Array<{label: string, colour: string, format: function, right?: boolean, dash?: number[], points?: boolean}>} shape.lines
 * @param {function} shape.left format of the left axis
 * @param {function} [shape.right] format of the right axis
 * @param {Array} [shape.range] of the left axis
 */
export class Chart {
  constructor(shape) {
    this.shape = shape;
    this.drawn = shape.lines;
    this.data = [[], ...shape.lines.map(() => [])];
    this.marks = [];
    this.area = el("div", { role: "img", "aria-label": shape.label });
    this.element = el("div.chart", null, shape.title ? el("h3", null, shape.title) : null, this.area);
    this.plot = null;
    new ResizeObserver(() => this.resize()).observe(this.area);
    drawn.add(this);
  }

  /**
   * Lines without any value are left out, unless none has one yet.
   * @param {number[]} x ascending
   * @param {Array<Array<number|null>>} lines
   * @param {Array<{label: string, value: number}>} [marks] horizontal lines to compare with
   */
  show(x, lines, marks = []) {
    const known = lines.map((line) => line.some((value) => value !== null));
    const kept = (_, index) => known[index] || !known.includes(true);
    const drawn = this.shape.lines.filter(kept);
    const others = drawn.length !== this.drawn.length || drawn.some((line, index) => line !== this.drawn[index]);
    this.drawn = drawn;
    this.data = [x, ...lines.filter(kept)];
    this.marks = marks;
    if (!this.plot || others) {
      this.plot?.destroy();
      this.plot = null;
      this.rebuild();
    } else {
      this.plot.setData(this.data);
    }
  }

  relabel(x) {
    if (this.shape.x !== x) {
      this.shape.x = x;
      this.rebuild();
    }
  }

  resize() {
    if (this.area.clientWidth === 0) {
      return;
    }
    if (this.plot) {
      this.plot.setSize({ width: this.area.clientWidth, height: this.shape.height });
    } else {
      this.rebuild();
    }
  }

  rebuild() {
    if (this.area.clientWidth === 0) {
      return;
    }
    this.plot?.destroy();
    this.plot = new uPlot(this.options(), this.data, this.area);
  }

  options() {
    const axis = { stroke: colour("--quiet"), font: "11px system-ui, sans-serif", grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
    const axes = [
      { ...axis, label: this.shape.x, labelFont: "11px system-ui, sans-serif", labelSize: 16, size: 26, space: 70, grid: { show: false } },
      { ...axis, scale: "y", size: 46, values: (_, values) => values.map(this.shape.left) },
    ];
    if (this.shape.right) {
      axes.push({ ...axis, scale: "right", side: 1, size: 40, grid: { show: false }, values: (_, values) => values.map(this.shape.right) });
    }
    return {
      width: this.area.clientWidth,
      height: this.shape.height,
      padding: [10, this.shape.right ? 0 : 12, 0, 0],
      cursor: { points: { size: 7 }, drag: { x: true, y: false } },
      legend: { show: !this.shape.title, live: true },
      scales: { x: { time: false }, y: { range: this.shape.range ?? spread }, right: { range: fromZero } },
      axes,
      series: [
        { label: this.shape.x, value: (_, value) => (value === null ? "–" : Number(value.toFixed(1)).toString()) },
        ...this.drawn.map((line) => ({
          label: line.label,
          scale: line.right ? "right" : "y",
          stroke: colour(line.colour),
          width: 2,
          dash: line.dash,
          spanGaps: true,
          points: { show: line.points === true, size: 5, fill: colour(line.colour) },
          value: (_, value) => line.format(value),
        })),
      ],
      hooks: { drawAxes: [(plot) => this.drawMarks(plot)] },
    };
  }

  drawMarks(plot) {
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio;
    ctx.save();
    ctx.strokeStyle = colour("--quiet");
    ctx.fillStyle = colour("--quiet");
    ctx.font = `${11 * ratio}px system-ui, sans-serif`;
    ctx.setLineDash([3 * ratio, 4 * ratio]);
    ctx.lineWidth = ratio;
    let lowest = Infinity;
    for (const mark of [...this.marks].sort((a, b) => b.value - a.value)) {
      const y = Math.round(plot.valToPos(mark.value, "y", true));
      if (y < bbox.top || y > bbox.top + bbox.height) {
        continue;
      }
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
      const text = y - 4 * ratio;
      if (Math.abs(text - lowest) > 12 * ratio) {
        const width = ctx.measureText(mark.label).width;
        ctx.fillText(mark.label, bbox.left + bbox.width - width - 4 * ratio, text);
        lowest = text;
      }
    }
    ctx.restore();
  }
}

function spread(_, low, high) {
  if (low === null || high === null) {
    return [0, 1];
  }
  const room = (high - low || Math.abs(high) || 1) * 0.08;
  return [low - room, high + room];
}

function fromZero(_, low, high) {
  return [Math.min(0, low ?? 0), Math.max(1, (high ?? 1) * 1.1)];
}

/** A small line without axes, for tables. */
export function sparkline(values) {
  const width = 96;
  const height = 22;
  const known = values.filter((value) => Number.isFinite(value));
  const low = Math.min(...known);
  const span = Math.max(...known) - low || 1;
  const points = values
    .map((value, index) => [2 + (index * (width - 4)) / Math.max(1, values.length - 1), height - 3 - ((value - low) / span) * (height - 6)])
    .filter((point) => point.every(Number.isFinite))
    .map((point) => point.map((part) => part.toFixed(1)).join(","))
    .join(" ");
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("class", "spark");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(ns, "polyline");
  line.setAttribute("points", points);
  svg.append(line);
  return svg;
}
