// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The map of two features, or a slice of three.

// The slice that a value of the third feature lies in.
function sliceOf(value) {
  const {edges} = current().axes[2];
  let bin = 0;
  while (bin < edges.length && value >= edges[bin]) ++bin;
  return bin;
}

// The pixels of each region: within, on the hatching of cells without rows, and at borders. Borders are light on dark
// colours and dark on light ones.
function regionPixels(values) {
  const regionColours = Array.from(values, colourOf);
  const strength = values.length > 150 ? 0.35 : 1;  // so that many regions are not drowned in their borders
  return {
    plain: regionColours.map(pixelOf),
    hatched: regionColours.map((c) => pixelOf(c.map((part) => Math.round(part + (c[0] + c[1] + c[2] > 380 ? -0.35 * part : 0.4 * (255 - part)))))),
    border: regionColours.map((c) => {
      const ink = 0.3 * c[0] + 0.6 * c[1] + 0.1 * c[2] > 140 ? 40 : 255;
      return pixelOf(c.map((part) => Math.round(part + strength * (ink - part))));
    }),
  };
}

// Pixels, not rectangles: no seams, and it is fast enough to follow the slider.
function drawCells({context, ratio}, {box, x, y, cellAt}) {
  const {isEmpty} = current(), {label, value} = currentFit();
  const pixelWidth = Math.max(1, Math.round(box.width * ratio)), pixelHeight = Math.max(1, Math.round(box.height * ratio));
  const image = context.createImageData(pixelWidth, pixelHeight);
  const pixels = new Uint32Array(image.data.buffer);
  const column = Array.from({length: pixelWidth}, (_, p) => x.binAt((p + 0.5) / pixelWidth));
  const {plain, hatched, border} = regionPixels(value);
  const marked = pixelOf([255, 80, 60]);  // the borders of the region in question stand out
  const hasHatch = element("hatch").checked;
  const gap = Math.max(5, Math.round(6 * ratio));
  const before = new Int32Array(pixelWidth).fill(-1);
  for (let q = 0; q < pixelHeight; ++q) {
    const row = y.binAt(1 - (q + 0.5) / pixelHeight);
    let left = -1;
    for (let p = 0; p < pixelWidth; ++p) {
      const cell = cellAt(column[p], row), region = label[cell];
      let colour = plain[region];
      if (hasHatch && isEmpty[cell] && (p + q) % gap === 0) colour = hatched[region];
      const isBorder = (left >= 0 && left !== region) || (before[p] >= 0 && before[p] !== region);
      if (isBorder) colour = border[region];
      const isMarked = state.region !== null && isBorder && (region === state.region || left === state.region || before[p] === state.region);
      if (isMarked) {
        colour = marked;
        if (p > 0) pixels[q * pixelWidth + p - 1] = marked;
        if (q > 0) pixels[(q - 1) * pixelWidth + p] = marked;
      }
      pixels[q * pixelWidth + p] = colour;
      left = region;
      before[p] = region;
    }
  }
  context.putImageData(image, Math.round(box.left * ratio), Math.round(box.top * ratio));
}

function drawRows(context, {box, x, y}) {
  const {features, outcome} = current().points;
  context.fillStyle = "rgba(0, 0, 0, 0.55)";
  context.strokeStyle = "rgba(255, 255, 255, 0.7)";
  context.lineWidth = 0.5;
  for (let i = 0; i < outcome.length; ++i) {
    if (features.length > 2 && sliceOf(features[2][i]) !== state.slice) continue;
    beginCircle(context, box.left + x.position(features[0][i]) * box.width, box.top + (1 - y.position(features[1][i])) * box.height, 1.6);
    context.fill();
    context.stroke();
  }
}

// A ring around the middle of the cell in question.
function drawRing(context, {box, x, y}) {
  const across = x.middle(binOf(state.cell, 0)), up = y.middle(binOf(state.cell, 1));
  beginCircle(context, box.left + across * box.width, box.top + (1 - up) * box.height, 6);
  for (const [colour, width] of [["#fff", 3.5], ["#000", 1.5]]) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  }
}

function drawPlane() {
  const {axes, shape} = current();
  const picture = prepare(canvas, mapHeight()), {context} = picture;
  const x = scaleOf(axes[0]), y = scaleOf(axes[1]);
  const depth = shape.length === 3 ? shape[2] : 1;
  const cellAt = (i, j) => (i * shape[1] + j) * depth + (depth > 1 ? state.slice : 0);
  const layout = {box: boxWithin(picture, y.tickList), x, y, cellAt};
  drawCells(picture, layout);
  if (showsRows()) drawRows(context, layout);
  drawAxes(context, layout.box, {name: axes[0].name, ticks: x.tickList}, {name: axes[1].name, ticks: y.tickList});
  if (state.cell !== null) drawRing(context, layout);
  return layout;
}
