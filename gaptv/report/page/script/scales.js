// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Where the bins of a feature lie.

// Borders of the bins; the outer ones end at the outermost rows.
function bordersOf(axis) {
  const low = Math.min(axis.lowest, axis.edges[0] ?? axis.lowest);
  const high = Math.max(axis.highest, axis.edges[axis.edges.length - 1] ?? axis.highest);
  return high > low ? [low, ...axis.edges, high] : [low - 0.5, ...axis.edges, high + 0.5];
}

// Where bins lie on an axis of length 1: to scale, or every bin equally wide.
function scaleOf(axis) {
  const borders = bordersOf(axis), bins = borders.length - 1;
  const isEqual = element("equal").checked;
  const low = borders[0], high = borders[bins];
  const position = (x) => {
    if (!isEqual) return (x - low) / (high - low);
    let bin = 0;
    while (bin + 1 < bins && x >= borders[bin + 1]) ++bin;
    const width = borders[bin + 1] - borders[bin];
    return (bin + (width > 0 ? Math.min(1, Math.max(0, (x - borders[bin]) / width)) : 0.5)) / bins;
  };
  const places = borders.map((x, i) => isEqual ? i / bins : position(x));
  const middle = (bin) => (places[bin] + places[bin + 1]) / 2;
  const binAt = (share) => {
    let first = 0, last = bins - 1;
    while (first < last) {
      const half = (first + last) >> 1;
      if (share < places[half + 1]) last = half; else first = half + 1;
    }
    return first;
  };
  const tickList = isEqual
    ? ticks(0, bins, 6).filter((i) => Number.isInteger(i)).map((i) => ({at: i / bins, text: shortNumber(borders[i])}))
    : ticks(low, high, 6).map((x) => ({at: position(x), text: tickText(x)}));
  return {position, places, middle, binAt, tickList};
}

// What bins from first to last hold, in words; nothing if they are all there are.
function boundsText(axis, first, last) {
  const hasLower = first > 0, hasUpper = last < axis.edges.length;
  const lower = axis.edge_texts[first - 1], upper = axis.edge_texts[last];
  if (hasLower && hasUpper) return `${axis.name} from ${lower} to ${upper}`;
  if (hasUpper) return `${axis.name} below ${upper}`;
  return hasLower ? `${axis.name} ${lower} or more` : "";
}
