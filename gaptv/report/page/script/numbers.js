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
  return size < 1e4 ? String(Number(x.toFixed(decimals))) : x.toLocaleString("en-US", {maximumFractionDigits: decimals});
}
const countText = (x) => Number.isInteger(x) ? x.toLocaleString("en-US") : shortNumber(x);
const plural = (count, word) => count === 1 ? word : word + "s";
function percentText(share) {
  const percent = 100 * share;
  if (percent > 0 && percent < 0.1) return "<0.1 %";
  return percent.toFixed(percent > 0 && percent < 0.95 ? 1 : 0) + " %";
}
const tickText = (x) => Math.abs(x) >= 1e6 ? x.toExponential().replace("e+", "e") : shortNumber(x, 6);

// Values of the outcome, as people are to read them: with their unit, or as percentages with the digits that matter.
function percentInRange(share, range) {
  if (!Number.isFinite(share)) return "-";
  const decimals = range > 0 ? 1 - Math.floor(Math.log10(100 * range)) : 1;
  return Number((100 * share).toFixed(Math.min(17, Math.max(0, decimals)))) + " %";
}
function valueText(x) {
  const {is_percent, unit, low, high} = current();
  if (x === null) return "-";
  if (is_percent) return percentInRange(x, high - low);
  if (unit === "$" || unit === "£") return (x < 0 ? "-" : "") + unit + shortNumber(Math.abs(x));
  return shortNumber(x) + (unit === "" ? "" : " " + unit);
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
// A range with some room at both ends.
function padded(low, high, share) {
  const pad = high > low ? share * (high - low) : 1;
  return [low - pad, high + pad];
}
