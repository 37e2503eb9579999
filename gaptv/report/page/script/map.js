// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The picture of the model: what all kinds share, and which is drawn.
const canvas = element("canvas");
let drawn = null;  // where things are in the picture: its box, its scales and the cell of bins
let isPrinting = false;

// So high that what is said of the region under the pointer can be seen together with it.
const mapHeight = () => isPrinting || canvas.parentElement.clientWidth < 560 ? 340 : Math.min(540, Math.max(320, 0.6 * window.innerHeight));
const showsRows = () => current().points !== null && element("dots").checked;

function describeMap() {
  const model = current();
  const place = model.axes.map((axis) => axis.name).join(", ");
  const count = currentFit().value.length;
  return `${model.outcome} by ${place}: ${countText(count)} ${plural(count, "region")}, from ${shortNumber(model.low)} to ${shortNumber(model.high)}. ` +
    "Arrow keys move from region to region.";
}

function draw() {
  drawn = current().shape.length === 1 ? drawLine() : drawPlane();
  drawLegend(drawn);
  canvas.setAttribute("aria-label", describeMap());
}
