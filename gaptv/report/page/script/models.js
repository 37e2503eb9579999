// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The models with their numbers unpacked, and which of them, which fit and which place are shown.

// The labels are stored as differences to the cell before.
function addUp(labels) {
  for (let i = 1; i < labels.length; ++i) labels[i] += labels[i - 1];
  return labels;
}

// Unpacks the fits of all lambdas, most of the page's numbers; the chosen one is unpacked already.
async function unpackPath(path, cells, chosenFit) {
  const [labels, values] = await Promise.all([unpackWords(path.labels), unpackFloats(path.values)]);
  const fits = [];
  for (let k = 0, start = 0, at = 0; k < path.lambdas.length; ++k) {
    if (k === path.chosen) {
      fits.push(chosenFit);
      continue;
    }
    fits.push({
      lambda: path.lambdas[k],
      label: addUp(labels.subarray(at, at + cells)),
      value: values.subarray(start, start + path.regions[k]),
    });
    at += cells;
    start += path.regions[k];
  }
  return fits;
}

async function unpackPoints({features, outcome}) {
  const [outcomes, ...columns] = await Promise.all([outcome, ...features].map(unpackFloats));
  return {features: columns, outcome: outcomes};
}

// Unpacks what the first picture needs. The fits of other lambdas follow by unpackOthers().
async function unpackModel(model) {
  const shape = model.axes.map((axis) => axis.edges.length + 1);
  const cells = shape.reduce((a, b) => a * b, 1);
  const path = model.path;
  const [labels, value, weight, isEmpty, cellMean, points] = await Promise.all([
    unpackWords(model.map.labels), unpackFloats(model.map.values), unpackFloats(model.weight), unpackBytes(model.empty),
    model.mean ? unpackFloats(model.mean) : null, model.points ? unpackPoints(model.points) : null,
  ]);
  const chosenFit = {lambda: path.lambdas[path.chosen], label: addUp(labels), value};
  let fits = null, unpacking = null;
  const unpackOthers = () => (unpacking ??= unpackPath(path, cells, chosenFit).then((all) => { fits = all; }));
  const fitAt = (index) => index === path.chosen ? chosenFit : fits[index];
  const chosen = model.regions.map((region) => region.value);
  return {
    ...model, shape, cells, fitAt, unpackOthers, chosen: path.chosen, weight, isEmpty, cellMean, points,
    low: chosen.reduce((a, b) => Math.min(a, b)), high: chosen.reduce((a, b) => Math.max(a, b)),
  };
}

const models = data.models.map(() => null);
const state = {model: 0, fit: 0, slice: null, cell: null, region: null};
const unpackedModel = async (index) => (models[index] ??= await unpackModel(data.models[index]));
const current = () => models[state.model];
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
