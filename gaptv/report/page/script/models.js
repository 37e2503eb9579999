// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The models with their numbers unpacked, and which of them, which fit and which place are shown.
function unpackModel(model) {
  const shape = model.axes.map((axis) => axis.edges.length + 1);
  const cells = shape.reduce((a, b) => a * b, 1);
  const path = model.path;
  // Differences to the cell before.
  const addUp = (labels) => {
    for (let i = 1; i < labels.length; ++i) labels[i] += labels[i - 1];
    return labels;
  };
  const chosenFit = {
    lambda: path.lambdas[path.chosen], label: addUp(unpackWords(model.map.labels)), value: unpackFloats(model.map.values),
  };
  // The other fits, when they are first asked for: most of the page's numbers.
  let others = null;
  const unpackOthers = () => {
    if (others !== null) return;
    const labels = unpackWords(path.labels), values = unpackFloats(path.values);
    others = [];
    for (let k = 0, start = 0, at = 0; k < path.lambdas.length; ++k) {
      if (k === path.chosen) {
        others.push(chosenFit);
        continue;
      }
      others.push({
        lambda: path.lambdas[k],
        label: addUp(labels.subarray(at, at + cells)),
        value: values.subarray(start, start + path.regions[k]),
      });
      at += cells;
      start += path.regions[k];
    }
  };
  const fitAt = (index) => {
    if (index === path.chosen) return chosenFit;
    unpackOthers();
    return others[index];
  };
  const chosen = model.regions.map((region) => region.value);
  return {
    ...model, shape, cells, fitAt, unpackOthers, chosen: path.chosen,
    weight: unpackFloats(model.weight), isEmpty: unpackBytes(model.empty),
    cellMean: model.mean ? unpackFloats(model.mean) : null,
    low: Math.min(...chosen), high: Math.max(...chosen),
    points: model.points ? {
      features: model.points.features.map(unpackFloats), outcome: unpackFloats(model.points.outcome),
    } : null,
  };
}

const models = data.models.map(() => null);
const state = {model: 0, fit: 0, slice: null, cell: null, region: null};
const current = () => (models[state.model] ??= unpackModel(data.models[state.model]));
const currentFit = () => current().fitAt(state.fit);
const isChosen = () => state.fit === current().chosen;

// Cells are numbered with the last axis fastest.
function strideOf(axis) {
  const {shape} = current();
  let stride = 1;
  for (let j = axis + 1; j < shape.length; ++j) stride *= shape[j];
  return stride;
}
const binOf = (cell, axis) => Math.floor(cell / strideOf(axis)) % current().shape[axis];
