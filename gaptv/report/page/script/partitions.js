// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The same fit with fewer or more regions than the chosen one (gaptv/report/path_data.h).

// A number that was stored with seven digits, or none.
const storedNumber = (x) => Number.isNaN(x) ? null : Number(x.toPrecision(7));

async function unpackNodes({bounds, ...columns}) {
  const names = Object.keys(columns);
  const [allBounds, ...numbers] = await Promise.all([unpackWords(bounds), ...names.map((name) => unpackFloats(columns[name]))]);
  return {bounds: allBounds, numbers: Object.fromEntries(names.map((name, i) => [name, numbers[i]]))};
}

async function unpackPartitions({leaves, region_of_leaf, node_of_region, values, nodes, counts}, axes) {
  const [leafOfCell, regionOfLeaf, nodeOfRegion, allValues, {bounds, numbers}] = await Promise.all([
    unpackWords(leaves).then(addUp), unpackWords(region_of_leaf), unpackWords(node_of_region), unpackFloats(values), unpackNodes(nodes)]);
  const leafCount = regionOfLeaf.length / counts.length;
  const starts = counts.map(() => 0);
  for (let k = 1; k < counts.length; ++k) starts[k] = starts[k - 1] + counts[k - 1];

  function regionAt(place) {
    const node = nodeOfRegion[place], region = {value: storedNumber(allValues[place])};
    for (const [name, column] of Object.entries(numbers)) region[name] = storedNumber(column[node]);
    const at = 2 * axes.length * node;
    region.where = axes.map((axis, j) => boundsText(axis, bounds[at + 2 * j], bounds[at + 2 * j + 1])).filter((text) => text !== "").join(", ") || "everywhere";
    return region;
  }
  const makeFit = (index) => ({
    label: leafOfCell.map((leaf) => regionOfLeaf[index * leafCount + leaf]),
    regions: Array.from({length: counts[index]}, (_, i) => regionAt(starts[index] + i)),
  });

  let last = {index: -1, fit: null};  // one is kept, which is the one that is shown
  return (index) => {
    if (last.index !== index) last = {index, fit: makeFit(index)};
    return last.fit;
  };
}
