// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The curves by which lambda and the number of bins were chosen.
const heldOut = (model) => model.held_out.lambdas.map((lambda, k) => (
  {lambda, error: model.held_out.error[k], standardError: model.held_out.standard_error[k]}));
const placeOfLambda = (lambda) => -Math.log10(lambda);
let moveMark = () => {};

function drawErrors(model, figure) {
  const held = heldOut(model).filter((fit) => fit.error !== null && fit.lambda > 0);
  moveMark = () => {};
  figure.hidden = held.length < 2;
  if (figure.hidden) return;
  const from = Math.ceil(Math.log10(held[held.length - 1].lambda)), to = Math.floor(Math.log10(held[0].lambda));
  const xTicks = [];
  for (let power = from; power <= to; ++power) xTicks.push({at: -power, text: shortNumber(10 ** power)});
  moveMark = drawCurve(figure, {
    label: `The ${model.error_name} on rows that the model has not seen, against lambda`,
    points: held.map((fit) => ({x: placeOfLambda(fit.lambda), y: fit.error, error: fit.standardError})),
    xTicks, xName: "lambda (fewer regions on the left, more on the right)",
    chosen: held.some((fit) => fit.lambda === model.held_out.chosen) ? placeOfLambda(model.held_out.chosen) : null,
    chosenText: `chosen: ${countText(model.regions.length)} ${plural(model.regions.length, "region")}`,
  });
}

function drawGap(model, figure) {
  const points = model.gap ? model.gap.bins.map((bins, i) => ({x: bins, y: model.gap.gap[i]})).filter((p) => p.y !== null) : [];
  figure.hidden = points.length < 2;
  if (figure.hidden) return;
  drawCurve(figure, {
    label: "Gap statistic against the number of bins", points,
    xTicks: ticks(points[0].x, points[points.length - 1].x, 6).map((x) => ({at: x, text: shortNumber(x)})),
    xName: "bins per feature", chosen: model.gap.chosen, chosenText: `smallest: ${model.gap.chosen} bins`,
  });
}

function drawCurves() {
  drawErrors(current(), partOf("figure.cv"));
  drawGap(current(), partOf("figure.gap"));
}
