// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Facts about a region of any fit, in words.
function regionFacts(region) {
  const model = current(), fit = currentFit(), dimensions = model.shape.length;
  const first = Array(dimensions).fill(Infinity), last = Array(dimensions).fill(-1);
  let weight = 0;
  for (let cell = 0; cell < model.cells; ++cell) {
    if (fit.label[cell] !== region) continue;
    weight += model.weight[cell];
    for (let j = 0; j < dimensions; ++j) {
      const bin = binOf(cell, j);
      first[j] = Math.min(first[j], bin);
      last[j] = Math.max(last[j], bin);
    }
  }
  const bounds = model.axes.map((axis, j) => boundsText(axis, first[j], last[j])).filter((text) => text !== "");
  return {value: fit.value[region], weight, where: bounds.join(", ") || "everywhere"};
}

function describeRegion(region) {
  const model = current();
  const known = isChosen() ? model.regions[region] : null;
  const {value, weight, where} = known ?? regionFacts(region);
  let text = `${known ? "Region " + region + ", " : ""}${model.outcome}: ${valueText(value)}. `;
  text += model.counts === "rows" ? `${countText(weight)} ${plural(weight, "row")}` : `exposure ${shortNumber(weight)}`;
  text += ` (${percentText(weight / model.total)}), ${where}.`;
  if (known && known.mean !== null) {
    text += ` Mean of its rows ${valueText(known.mean)}`;
    text += known.error !== null ? ` ± ${errorText(known.error)} (standard error, as if the regions had been given)` : "";
    text += known.spread !== null ? `; single rows spread by ${errorText(known.spread)}.` : ".";
  } else if (weight === 0) {
    text += " No rows: the value is borrowed from the neighbours.";
  }
  if (weight > 0 && state.cell !== null && model.isEmpty[state.cell]) text += " No rows lie at this place: the value is that of the rest of the region.";
  return text;
}
