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

// The pixels of each region, and those at its borders: light on dark colours and dark on light ones.
function regionPixels(regions) {
  const regionColours = regions.map(({value}) => colourOf(value));
  const strength = regions.length > 150 ? 0.35 : 1;  // so that many regions are not drowned in their borders
  return {
    plain: regionColours.map(pixelOf),
    border: regionColours.map((c) => {
      const ink = 0.3 * c[0] + 0.6 * c[1] + 0.1 * c[2] > 140 ? 40 : 255;
      return pixelOf(c.map((part) => Math.round(part + strength * (ink - part))));
    }),
  };
}
const pixelOfTheme = (name) => pixelOf([1, 3, 5].map((i) => parseInt(themeColour(name).slice(i, i + 2), 16)));

// Cells that are hatched: those of places without rows, if asked for; else none.
const hatchedCells = () => element("hatch").checked ? current().isEmpty : new Uint8Array(current().cells);

// Pixels, not rectangles: no seams, and it is fast enough to follow the slider.
function drawCells({context, ratio}, {box, x, y, cellAt}) {
  const {label, regions} = currentFit();
  const pixelWidth = Math.max(1, Math.round(box.width * ratio)), pixelHeight = Math.max(1, Math.round(box.height * ratio));
  const image = context.createImageData(pixelWidth, pixelHeight);
  const pixels = new Uint32Array(image.data.buffer);
  const column = Array.from({length: pixelWidth}, (_, p) => x.binAt((p + 0.5) / pixelWidth));
  const {plain, border} = regionPixels(regions), isHatched = hatchedCells(), {isLeftOut} = current();
  const paper = pixelOfTheme("--paper"), line = pixelOfTheme("--line"), edge = pixelOfTheme("--quiet");
  const marked = pixelOf([255, 80, 60]);  // the borders of the region in question stand out
  const gap = Math.max(6, Math.round(8 * ratio));
  const hatched = -2, nothing = -3, before = new Int32Array(pixelWidth).fill(-1);
  for (let q = 0; q < pixelHeight; ++q) {
    const row = y.binAt(1 - (q + 0.5) / pixelHeight);
    let left = -1;
    for (let p = 0; p < pixelWidth; ++p) {
      const cell = cellAt(column[p], row);
      const region = isLeftOut[cell] !== 0 ? nothing : isHatched[cell] !== 0 && label[cell] !== state.region ? hatched : label[cell];
      const isBorder = (left !== -1 && left !== region) || (before[p] !== -1 && before[p] !== region);
      const isCoast = isBorder && (region === nothing || left === nothing || before[p] === nothing);
      let colour = isCoast ? edge : region === nothing ? paper : region === hatched ? (isBorder ? edge : (p + q) % gap === 0 ? line : paper) : isBorder ? border[region] : plain[region];
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
  const {features, outcome} = current().points, {across, up} = current().map_axes;
  context.fillStyle = "rgba(0, 0, 0, 0.55)";
  context.strokeStyle = "rgba(255, 255, 255, 0.7)";
  context.lineWidth = 0.5;
  for (let i = 0; i < outcome.length; ++i) {
    if (features.length > 2 && sliceOf(features[2][i]) !== state.slice) continue;
    beginCircle(context, box.left + x.position(features[across][i]) * box.width, box.top + (1 - y.position(features[up][i])) * box.height, 1.6);
    context.fill();
    context.stroke();
  }
}

// The lines of the outline, light below dark, to be seen on every colour.
function drawOutline(context, {box, x, y}) {
  for (const [colour, width] of [["rgba(255, 255, 255, 0.8)", 2.2], ["rgba(40, 40, 40, 0.9)", 0.8]]) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    for (const line of current().outline) {
      context.beginPath();
      for (const [across, up] of line) context.lineTo(box.left + x.position(across) * box.width, box.top + (1 - y.position(up)) * box.height);
      context.stroke();
    }
  }
}

// A ring around the middle of the cell in question.
function drawRing(context, {box, x, y}) {
  const {across, up} = current().map_axes;
  const toRight = x.middle(binOf(state.cell, across)), upwards = y.middle(binOf(state.cell, up));
  beginCircle(context, box.left + toRight * box.width, box.top + (1 - upwards) * box.height, 6);
  for (const [colour, width] of [["#fff", 3.5], ["#000", 1.5]]) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  }
}

// The box in the form of the earth, where that is known.
function boxOfPlane(picture, yTicks) {
  const box = boxWithin(picture, yTicks), ratio = ratioOfMap();
  if (ratio === 0) return box;
  const width = Math.min(box.width, box.height / ratio);
  return {...box, width, height: width * ratio};
}

function drawPlane() {
  const {axes, shape, map_axes: {across, up}} = current();
  const picture = prepare(canvas, planeHeight()), {context} = picture;
  const x = scaleOf(axes[across]), y = scaleOf(axes[up]);
  const slice = shape.length === 3 ? state.slice : 0;
  const strideX = strideOf(across), strideY = strideOf(up);
  const cellAt = (i, j) => i * strideX + j * strideY + slice;
  const layout = {box: boxOfPlane(picture, y.tickList), x, y, cellAt};
  drawCells(picture, layout);
  drawOutline(context, layout);
  if (showsRows()) drawRows(context, layout);
  drawNumbers(context, layout);
  drawAxes(context, layout.box, {name: axes[across].name, ticks: x.tickList}, {name: axes[up].name, ticks: y.tickList});
  if (state.cell !== null) drawRing(context, layout);
  return layout;
}
