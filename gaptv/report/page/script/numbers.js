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

// Round numbers within a range, about so many.
function ticks(low, high, wanted) {
  if (!(high > low)) return [low];
  const rough = (high - low) / wanted, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough * 0.999) || 10 * power;
  const list = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) list.push(Number((i * step).toPrecision(12)));
  return list;
}
// A range with some room at both ends.
function padded(low, high, share) {
  const pad = high > low ? share * (high - low) : 1;
  return [low - pad, high + pad];
}
