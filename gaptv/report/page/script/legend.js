// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The colours below the map, with their values.
const legend = element("legend");

// An end beyond which there are values of the same colour is pointed, and its number says so.
function drawPoint(context, left, right, colour) {
  context.fillStyle = `rgb(${colour.join(",")})`;
  context.beginPath();
  context.moveTo(left, 4);
  context.lineTo(right, 10);
  context.lineTo(left, 16);
  context.fill();
}
function legendTicks({low, high, cuts_low, cuts_high}) {
  const inner = valueTicks(low, high, 5).filter((value) => {
    const share = (value - low) / (high - low);
    return (!cuts_low || share > 0.12) && (!cuts_high || share < 0.88);
  }).map((value) => ({value, text: axisText(value)}));
  if (cuts_low) inner.unshift({value: low, text: "≤ " + axisText(low)});
  if (cuts_high) inner.push({value: high, text: "≥ " + axisText(high)});
  return inner;
}

function drawLegend({box}) {
  const model = current(), limits = model.colours;
  legend.hidden = model.shape.length === 1 || limits.high === limits.low;
  if (legend.hidden) return;
  const {context, width} = prepare(legend, 62);
  const left = box.left, span = Math.min(Math.max(box.width, 240), width - left - 30, 420);
  for (let i = 0; i < span; ++i) {
    context.fillStyle = `rgb(${colours[Math.min(255, Math.round(256 * i / span))].join(",")})`;
    context.fillRect(left + i, 4, 1.5, 12);
  }
  if (limits.cuts_low) drawPoint(context, left, left - 8, colours[0]);
  if (limits.cuts_high) drawPoint(context, left + span, left + span + 8, colours[255]);
  context.fillStyle = themeColour("--ink");
  context.textBaseline = "top";
  context.textAlign = "center";
  for (const {value, text} of legendTicks(limits)) {
    const at = left + (value - limits.low) / (limits.high - limits.low) * span;
    context.fillRect(at - 0.5, 16, 1, 4);
    context.fillText(text, at, 21);
  }
  context.textAlign = "left";
  context.fillText(fitText(context, withUnit(model.outcome), width - left), left, 42);
}
