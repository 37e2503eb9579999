// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The curves by which the number of regions, lambda and the number of bins were chosen.
const placeOfCount = (count) => Math.log10(count);
let moveMark = () => {};

// The held-out error of the regions that are shown; null where it was not measured.
const heldOut = ({path}) => ({error: path.error[state.fit], standardError: path.standard_error[state.fit], explained: path.explained[state.fit]});

function drawHeldOut(model, figure) {
  moveMark = () => {};
  const held = model.held_out;
  figure.hidden = !held || held.regions.length < 2;
  if (figure.hidden) return;
  const chosen = model.regions.length;
  const most = held.regions[held.regions.length - 1];
  const xTicks = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].filter((count) => count <= most);
  moveMark = drawCurve(figure, {
    label: `The ${model.error_name} on rows that the model has not seen, against the number of regions`,
    points: held.regions.map((count, k) => ({x: placeOfCount(count), y: held.error[k], error: held.standard_error[k]})),
    xTicks: xTicks.map((count) => ({at: placeOfCount(count), text: countText(count)})), xName: "regions",
    chosen: chosen <= most ? placeOfCount(chosen) : null,
    chosenText: `chosen: ${countText(chosen)} ${plural(chosen, "region")}`,
  });
}

function drawLambdas(model, figure) {
  const cv = model.cv, points = cv.lambdas.map((lambda, k) => ({x: -Math.log10(lambda), y: cv.error[k], error: cv.standard_error[k], lambda}))
    .filter((point) => point.y !== null && point.lambda > 0);
  figure.hidden = points.length < 2;
  if (figure.hidden) return;
  const xTicks = [];
  for (let power = Math.ceil(-points[points.length - 1].x); power <= Math.floor(-points[0].x); ++power) xTicks.push({at: -power, text: shortNumber(10 ** power)});
  drawCurve(figure, {
    label: `The ${model.error_name} of plain fits on rows that they have not seen, against lambda`, points, xTicks,
    xName: "lambda (fewer regions on the left, more on the right)",
    chosen: points.some((point) => point.lambda === cv.chosen) ? -Math.log10(cv.chosen) : null, chosenText: `chosen: ${shortNumber(cv.chosen)}`,
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
  drawHeldOut(current(), partOf("figure.held-out"));
  drawLambdas(current(), partOf("figure.cv"));
  drawGap(current(), partOf("figure.gap"));
}
