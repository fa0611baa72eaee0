/** Routes, polls and the theme. */
import { el, fill } from "/dom.js";
import { redrawAll } from "/charts.js";
import { overview } from "/overview.js";
import { trajectories } from "/trajectories.js";
import { trajectory } from "/trajectory.js";
import { metrics, topics } from "/topics.js";

const main = document.getElementById("main");
const live = document.getElementById("live");
const liveText = document.getElementById("live-text");
const PAGES = { overview, trajectories, trajectory, metrics, topics };
let shown = null;

/** The data under a path; throws with the server's own sentence. */
async function ask(path) {
  const response = await fetch(path, { headers: { Accept: "application/json" } });
  if (!response.ok) {
    throw new Error(await response.text());
  }
  return response.json();
}

function tell(state, text) {
  live.dataset.state = state;
  liveText.textContent = text;
}

/** The address "#/trajectory/a%2F0?x=y" as its page and argument. */
function route() {
  const [, name = "", ...rest] = location.hash.split("/");
  const page = name in PAGES ? name : "overview";
  return { page, argument: decodeURIComponent(rest.join("/")) };
}

async function open() {
  const { page, argument } = route();
  const current = { page, argument };
  shown?.close?.();
  shown = current;
  for (const link of document.querySelectorAll("nav a")) {
    const here = link.dataset.page === page || (page === "trajectory" && link.dataset.page === "trajectories");
    if (here) {
      link.setAttribute("aria-current", "page");
    } else {
      link.removeAttribute("aria-current");
    }
  }
  document.title = page === "overview" ? "Eddy" : `Eddy · ${argument || page}`;
  const view = PAGES[page](argument);
  shown.close = view.close;
  fill(main, view.element);
  scrollTo(0, 0);
  while (shown === current) {
    await refresh(view);
    if (!view.every) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, document.hidden ? 5000 : view.every));
  }
}

async function refresh(view) {
  try {
    await view.refresh(ask);
    const status = await ask("/api/status");
    tell(status.feed === "live" ? "live" : "stale", status.feed);
  } catch (failure) {
    tell("down", failure instanceof TypeError ? "the server does not answer" : "failed");
    if (!view.every) {
      fill(main, el("p.empty", null, failure.message));
    }
  }
}

document.getElementById("theme").addEventListener("click", () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  localStorage.setItem("eddy-theme", document.documentElement.dataset.theme);
  redrawAll();
});
const chosen = localStorage.getItem("eddy-theme");
if (chosen === "dark" || chosen === "light") {
  document.documentElement.dataset.theme = chosen;
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawAll);
addEventListener("hashchange", open);
open();
