// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Pointer and keys on the map.
function cellAtPointer(event) {
  const {box, x, y, cellAt} = drawn;
  const frame = canvas.getBoundingClientRect();
  const shareX = (event.clientX - frame.left - box.left) / box.width;
  const shareY = 1 - (event.clientY - frame.top - box.top) / box.height;
  if (shareX < 0 || shareX > 1 || shareY < 0 || shareY > 1) return null;
  const cell = cellAt(x.binAt(shareX), y ? y.binAt(shareY) : 0);
  return current().isLeftOut[cell] !== 0 ? null : cell;
}
// The next cell of another region in this direction, or the last cell before the edge; what is left out is passed over.
function nextRegion(cell, axis, step) {
  const {shape, isLeftOut} = current(), {label} = currentFit();
  const stride = strideOf(axis);
  let bin = binOf(cell, axis), at = cell;
  for (let next = cell; bin + step >= 0 && bin + step < shape[axis];) {
    bin += step;
    next += step * stride;
    if (isLeftOut[next] !== 0) continue;
    at = next;
    if (label[at] !== label[cell]) break;
  }
  return at;
}
// The cell in the middle of the map, or of those that are not left out.
function middleCell() {
  const {shape, isLeftOut, map_axes: {across, up}} = current();
  const middle = drawn.cellAt(shape[across] >> 1, shape.length > 1 ? shape[up] >> 1 : 0);
  if (isLeftOut[middle] === 0) return middle;
  const shown = [...isLeftOut.keys()].filter((cell) => isLeftOut[cell] === 0 && (shape.length < 3 || cell % shape[2] === state.slice));
  return shown.length > 0 ? shown[shown.length >> 1] : middle;
}

for (const name of ["pointermove", "pointerdown"]) canvas.addEventListener(name, (event) => showCell(cellAtPointer(event)));
// A finger that is lifted has pointed, not left.
canvas.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch" && document.activeElement !== canvas) showCell(null); });
canvas.addEventListener("focus", () => { if (state.cell === null && canvas.matches(":focus-visible")) showCell(middleCell()); });
canvas.addEventListener("blur", () => showCell(null));
canvas.addEventListener("keydown", (event) => {
  const {across, up} = current().map_axes;
  const moves = {ArrowLeft: [across, -1], ArrowRight: [across, 1], ArrowDown: [up, -1], ArrowUp: [up, 1]};
  const move = moves[event.key];
  if (event.key === "Escape") showCell(null);
  if (!move || move[0] >= current().shape.length) return;
  event.preventDefault();
  showCell(state.cell === null ? middleCell() : nextRegion(state.cell, ...move));
});
