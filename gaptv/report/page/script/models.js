// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The models with their numbers unpacked, and which of them, which number of regions and which place are shown.

// The labels are stored as differences to the cell before.
function addUp(labels) {
  for (let i = 1; i < labels.length; ++i) labels[i] += labels[i - 1];
  return labels;
}

async function unpackPoints({features, outcome}) {
  const [outcomes, ...columns] = await Promise.all([outcome, ...features].map(unpackFloats));
  return {features: columns, outcome: outcomes};
}

async function unpackOutline({counts, x, y}) {
  const [lengths, xs, ys] = await Promise.all([unpackWords(counts), unpackFloats(x), unpackFloats(y)]);
  let start = 0;
  return [...lengths].map((length) => Array.from({length}, () => [xs[start], ys[start++]]));
}

// Unpacks what the first picture needs. The other numbers of regions follow by unpackOthers() (partitions.js).
async function unpackModel(model) {
  const shape = model.axes.map((axis) => axis.edges.length + 1);
  const cells = shape.reduce((a, b) => a * b, 1);
  const [labels, weight, isEmpty, isLeftOut, outline, points] = await Promise.all([
    unpackWords(model.labels), unpackFloats(model.weight), unpackBytes(model.empty),
    model.left_out ? unpackBytes(model.left_out) : new Uint8Array(cells), model.outline ? unpackOutline(model.outline) : [],
    model.points ? unpackPoints(model.points) : null,
  ]);
  const chosenFit = {label: addUp(labels), regions: model.regions};
  const path = model.path ?? {counts: [model.regions.length], chosen: 0, error: [null], standard_error: [null], explained: [null]};
  let others = null, unpacking = null;
  const unpackOthers = () => (unpacking ??= model.path ? unpackPartitions(model.path, model.axes).then((fits) => { others = fits; }) : Promise.resolve());
  const fitAt = (index) => index === path.chosen ? chosenFit : others(index);
  const values = model.regions.map((region) => region.value);
  return {
    ...model, shape, cells, fitAt, unpackOthers, path, chosen: path.chosen, weight, isEmpty, isLeftOut, outline, points,
    low: values.reduce((a, b) => Math.min(a, b)), high: values.reduce((a, b) => Math.max(a, b)),
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
