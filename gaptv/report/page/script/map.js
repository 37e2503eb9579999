// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The picture of the model: what all kinds share, and which is drawn.
const canvas = element("canvas");
let drawn = null;  // where things are in the picture: its box, its scales and the cell of bins
let isPrinting = false;

// So high that what is said of the region under the pointer can be seen together with it.
const mapHeight = () => isPrinting || canvas.parentElement.clientWidth < 560 ? 340 : Math.min(540, Math.max(320, 0.6 * window.innerHeight));
// As high as the form of the earth asks for, where that is known and there is room.
function planeHeight() {
  const ratio = ratioOfMap(), width = canvas.parentElement.clientWidth;
  if (ratio === 0) return mapHeight();
  const highest = width < 560 ? Math.max(340, 1.2 * width) : mapHeight();
  return Math.min(highest, ratio * (width - 70) + 54);
}
const ratioOfMap = () => element("equal").checked ? 0 : current().map_axes.height_per_width;
const showsRows = () => current().points !== null && element("dots").checked;

function describeMap() {
  const model = current();
  const place = model.axes.map((axis) => axis.name).join(", ");
  const {regions} = currentFit(), values = regions.map(({value}) => value);
  return `${model.outcome} by ${place}: ${countText(regions.length)} ${plural(regions.length, "region")}, from ${valueText(leastOf(values))} to ${valueText(mostOf(values))}. ` +
    "Arrow keys move from region to region.";
}

function draw() {
  drawn = current().shape.length === 1 ? drawLine() : drawPlane();
  drawLegend(drawn);
  canvas.setAttribute("aria-label", describeMap());
}
