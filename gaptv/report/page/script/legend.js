// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The colours below the map, with their values.
const legend = element("legend");

function drawLegend({box}) {
  const model = current();
  legend.hidden = model.shape.length === 1 || model.high === model.low;
  if (legend.hidden) return;
  const {context, width} = prepare(legend, 44);
  const left = box.left, span = Math.min(box.width, 420);
  for (let i = 0; i < span; ++i) {
    context.fillStyle = `rgb(${colours[Math.min(255, Math.round(256 * i / span))].join(",")})`;
    context.fillRect(left + i, 4, 1.5, 12);
  }
  context.fillStyle = themeColour("--ink");
  context.textBaseline = "top";
  context.textAlign = "center";
  for (const value of ticks(model.low, model.high, 5)) {
    const at = left + (value - model.low) / (model.high - model.low) * span;
    context.fillRect(at - 0.5, 16, 1, 4);
    context.fillText(tickText(value), at, 21);
  }
  if (width - left - span > 120) {
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(fitText(context, model.outcome, width - left - span - 20), left + span + 12, 10);
  }
}
