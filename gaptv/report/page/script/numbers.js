// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Numbers as people read them.
function shortNumber(x, digits = 4) {
  if (x === null || !Number.isFinite(x)) return "-";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size < 1e-4 || size >= 1e15) return String(Number(x.toPrecision(digits)));
  const whole = Math.floor(Math.log10(size)) + 1;
  const decimals = Math.max(0, digits - whole);
  return size < 1e4 ? String(Number(fixed(x, decimals))) : x.toLocaleString("en-US", {maximumFractionDigits: decimals});
}
const countText = (x) => Number.isInteger(x) ? x.toLocaleString("en-US") : shortNumber(x);
const plural = (count, word) => count === 1 ? word : word + "s";
// Rounds as the texts of the page are rounded: what lies exactly between two goes to the even one.
function fixed(x, decimals) {
  const scaled = x * 10 ** decimals, down = Math.floor(scaled);
  return scaled - down === 0.5 ? ((down % 2 === 0 ? down : down + 1) / 10 ** decimals).toFixed(decimals) : x.toFixed(decimals);
}
function percentText(share) {
  const percent = 100 * share;
  if (percent > 0 && percent < 0.1) return "<0.1 %";
  return fixed(percent, percent > 0 && percent < 0.95 ? 1 : 0) + " %";
}
const tickText = (x) => Math.abs(x) >= 1e6 ? x.toExponential().replace("e+", "e") : shortNumber(x, 6);

// Values of the outcome, as people are to read them: with their unit, or as percentages with the digits that matter.
function percentInRange(share, range) {
  if (!Number.isFinite(share)) return "-";
  const decimals = range > 0 ? 1 - Math.floor(Math.log10(100 * range)) : 1;
  return Number(fixed(100 * share, Math.min(17, Math.max(0, decimals)))) + " %";
}
function numberInRange(x, range) {
  if (!(range >= 1e-4) || !(Math.abs(x) < 1e15)) return shortNumber(x);
  const decimals = Math.min(17, Math.max(0, 3 - Math.floor(Math.log10(range))));
  const rounded = Number(fixed(x, decimals));
  return Math.abs(x) < 1e4 ? String(rounded === 0 ? 0 : rounded) : rounded.toLocaleString("en-US", {maximumFractionDigits: decimals});
}
function valueNumber(x) {
  const {is_percent, low, high} = current();
  if (x === null) return "-";
  return is_percent ? percentInRange(x, high - low) : numberInRange(x, high - low);
}
function valueText(x) {
  const {is_percent, unit} = current();
  if (x === null || unit === "" || is_percent) return valueNumber(x);
  if (unit === "$" || unit === "£") return (x < 0 ? "-" : "") + unit + valueNumber(Math.abs(x));
  return valueNumber(x) + " " + unit;
}
const errorText = (x) => current().is_percent ? shortNumber(100 * x, 2) + " %" : shortNumber(x, 2);
const axisText = (x) => current().is_percent ? tickText(Number((100 * x).toPrecision(12))) + " %" : tickText(x);
const withUnit = (name) => current().unit === "" || current().is_percent ? name : `${name} (${current().unit})`;

// Round numbers within a range, about so many.
function ticks(low, high, wanted) {
  if (!(high > low)) return [low];
  const rough = (high - low) / wanted, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough * 0.999) || 10 * power;
  const list = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) list.push(Number((i * step).toPrecision(12)));
  return list;
}
// The same for values that are shown as percentages: these are round.
const valueTicks = (low, high, wanted) => current().is_percent ? ticks(100 * low, 100 * high, wanted).map((x) => x / 100) : ticks(low, high, wanted);
const leastOf = (values) => values.reduce((a, b) => Math.min(a, b));
const mostOf = (values) => values.reduce((a, b) => Math.max(a, b));
// A range with some room at both ends.
function padded(low, high, share) {
  const pad = high > low ? share * (high - low) : 1;
  return [low - pad, high + pad];
}
