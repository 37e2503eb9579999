// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Facts about a region, in words.
function countOfRegion({rows, weight}) {
  const count = `${countText(rows)} ${plural(rows, "row")}`;
  return current().has_exposure ? `${count}, exposure ${shortNumber(weight)}` : count;
}

function describeRegion(number) {
  const model = current(), region = currentFit().regions[number];
  let text = `Region ${number}, ${model.outcome}: ${valueText(region.value)}. `;
  text += `${countOfRegion(region)} (${percentText(region.weight / model.total)}), ${region.where}.`;
  if (region.mean !== null) {
    text += ` Mean of its rows ${valueText(region.mean)}`;
    text += region.error !== null ? ` ± ${errorText(region.error)} (standard error, as if the regions had been given)` : "";
    text += region.spread !== null ? `; single rows spread by ${errorText(region.spread)}.` : ".";
  } else if (region.weight > 0) {
    text += " Its rows are too few for their mean to be shown.";
  } else {
    text += " No rows: the value is borrowed from the neighbours.";
  }
  if (region.weight > 0 && isEmptyAt(state.cell)) text += " No rows lie at this place: the value is that of the rest of the region.";
  return text;
}
