/** Numbers and times for people. Every function takes null and answers with a dash. */

const DASH = "–";
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export function count(value) {
  return value === null || value === undefined ? DASH : whole.format(value);
}

export function percent(value, digits = 1) {
  return value === null || value === undefined ? DASH : `${(value * 100).toFixed(digits)}%`;
}

export function decimal(value, digits = 2) {
  if (value === null || value === undefined) {
    return DASH;
  }
  const size = Math.abs(value);
  if (size !== 0 && (size < 10 ** -digits || size >= 1e6)) {
    return value.toExponential(1);
  }
  return value.toFixed(digits);
}

/** As many digits as an axis needs to tell its ticks apart. */
export function tick(value) {
  return value === 0 ? "0" : Number(value.toPrecision(3)).toString();
}

export function signed(value, digits = 2) {
  return value === null || value === undefined ? DASH : `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(digits)}`;
}

export function rate(value) {
  return value === null || value === undefined ? DASH : value >= 10 ? whole.format(value) : value.toFixed(1);
}

export function clock(epochMillis) {
  return epochMillis ? new Date(epochMillis).toLocaleTimeString("en-GB") : DASH;
}

export function milliseconds(value) {
  if (value === null || value === undefined) {
    return DASH;
  }
  return value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`;
}

/** TURN_LIMIT as "turn limit". */
export function words(name) {
  return name ? name.toLowerCase().replaceAll("_", " ") : DASH;
}

/** The last entry of a column that is no gap. */
export function newest(column) {
  for (let i = (column?.length ?? 0) - 1; i >= 0; i--) {
    if (column[i] !== null) {
      return column[i];
    }
  }
  return null;
}

export function first(column) {
  return column?.find((value) => value !== null) ?? null;
}
