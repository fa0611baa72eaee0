/** Builds elements. Data only ever enters as text nodes and attribute values, never as markup. */

/**
 * @param {string} tag such as "p" or "p.note.wide"
 * @param {object} [properties] attributes; functions under "on…" listen; null and false are left out
 * @param {...(Node|string|number|null|Array)} children
 */
export function el(tag, properties, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) {
    element.className = classes.join(" ");
  }
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
  append(element, children);
  return element;
}

/** The same for drawings. */
export function svg(tag, properties, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  if (classes.length) {
    element.setAttribute("class", classes.join(" "));
  }
  for (const [key, value] of Object.entries(properties ?? {})) {
    element.setAttribute(key, String(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined) {
      element.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
  }
}

/** Puts children in the place of what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/** The same for what is drawn again and again: nothing is pulled away from under a reader's keys. */
export function refill(element, ...children) {
  if (!element.contains(document.activeElement)) {
    fill(element, ...children);
  }
}

/** A titled part of a page. */
export function panel(title, note, ...children) {
  return el(
    "section.panel",
    null,
    el("header", null, el("h2", null, title), note ? el("p.note", null, note) : null),
    ...children,
  );
}

/**
 * A table.
 * @param {Array<{title: string, number?: boolean, hint?: string, hidden?: boolean}>} all columns, of which hidden ones are left out
 * @param {Array<Array>} rows cells as nodes or values, of all columns
 */
export function table(all, rows, caption) {
  const columns = all.filter((one) => !one.hidden);
  const shown = (cells) => cells.filter((_, index) => !all[index].hidden);
  return el(
    "div.scroll",
    { tabindex: 0, role: "region", "aria-label": caption },
    el(
      "table",
      null,
      el("thead", null, el("tr", null, columns.map((one) => el(one.number ? "th.number" : "th", { scope: "col", title: one.hint }, one.title)))),
      el("tbody", null, rows.map((cells) => el("tr", null, shown(cells).map((cell, index) => el(columns[index].number ? "td.number" : "td", null, cell))))),
    ),
  );
}
