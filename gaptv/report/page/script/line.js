// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// One feature: steps over means of rows in neighbouring bins, or over the rows.

// From the lowest to the highest of what is drawn, with some room.
function rangeOfLine(model) {
  let {low, high} = model;
  const widen = (y) => {
    low = Math.min(low, y);
    high = Math.max(high, y);
  };
  for (const {mean} of model.means) widen(mean);
  if (showsRows()) model.points.outcome.forEach(widen);
  return padded(low, high, 0.05);
}

function drawObservations(context, model, {x, px, py}) {
  context.fillStyle = themeColour("--quiet");
  context.globalAlpha = 0.6;
  if (showsRows()) {
    const {features, outcome} = model.points;
    outcome.forEach((y, i) => context.fillRect(px(x.position(features[0][i])) - 1, py(y) - 1, 2, 2));
  } else {
    const heaviest = Math.max(...model.means.map(({weight}) => weight));
    for (const {first, last, weight, mean} of model.means) {
      const middle = (x.places[first] + x.places[last + 1]) / 2;
      beginCircle(context, px(middle), py(mean), 1 + 2.5 * Math.sqrt(weight / heaviest));
      context.fill();
    }
  }
  context.globalAlpha = 1;
}

function drawSteps(context, fit, {x, px, py}) {
  context.strokeStyle = themeColour("--accent");
  context.lineWidth = 2.5;
  context.beginPath();
  fit.label.forEach((region, cell) => {
    context.lineTo(px(x.places[cell]), py(fit.regions[region].value));
    context.lineTo(px(x.places[cell + 1]), py(fit.regions[region].value));
  });
  context.stroke();
  if (state.region === null) return;
  context.strokeStyle = themeColour("--mark");
  context.lineWidth = 4;
  const height = py(fit.regions[state.region].value);
  fit.label.forEach((region, cell) => {
    if (region === state.region) drawStroke(context, [px(x.places[cell]), height], [px(x.places[cell + 1]), height]);
  });
}

function drawLine() {
  const model = current();
  const picture = prepare(canvas, 0.85 * mapHeight()), {context} = picture;
  const x = scaleOf(model.axes[0]);
  const [low, high] = rangeOfLine(model);
  const share = (value) => (value - low) / (high - low);
  const yTicks = valueTicks(low, high, 5).map((value) => ({at: share(value), text: axisText(value)}));
  const box = boxWithin(picture, yTicks);
  const places = {x, px: (at) => box.left + at * box.width, py: (value) => box.top + (1 - share(value)) * box.height};
  drawObservations(context, model, places);
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
  drawSteps(context, currentFit(), places);
  context.restore();
  drawAxes(context, box, {name: model.axes[0].name, ticks: x.tickList}, {name: withUnit(model.outcome), ticks: yTicks});
  return {box, x, y: null, cellAt: (i) => i};
}
