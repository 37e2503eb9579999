// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// A curve as SVG.
function svgElement(name, attributes, parent) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}
function svgText(parent, text, attributes) {
  svgElement("text", attributes, parent).textContent = text;
}

// points: {x, y, error}; x as drawn (the caller takes logarithms). Returns what moves a mark to some x, or hides it.
function drawCurve(figure, {label, points, xTicks, xName, chosen, chosenText}) {
  figure.querySelector("svg")?.remove();
  const width = 440, height = 260, box = {left: 62, top: 24, width: 366, height: 190}, bottom = box.top + box.height;
  const svg = svgElement("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label}, figure);
  const xs = points.map((p) => p.x), lowX = Math.min(...xs), highX = Math.max(...xs);
  const lows = points.map((p) => p.y - (p.error || 0)), highs = points.map((p) => p.y + (p.error || 0));
  const [low, high] = padded(Math.min(...lows), Math.max(...highs), 0.04);
  const px = (x) => box.left + (highX > lowX ? (x - lowX) / (highX - lowX) : 0.5) * box.width;
  const py = (y) => box.top + (1 - (y - low) / (high - low)) * box.height;
  svgElement("rect", {x: box.left, y: box.top, width: box.width, height: box.height, class: "frame"}, svg);
  for (const value of ticks(low, high, 5)) {
    svgElement("line", {x1: box.left - 4, x2: box.left, y1: py(value), y2: py(value), class: "tick"}, svg);
    svgText(svg, tickText(value), {x: box.left - 7, y: py(value) + 4, "text-anchor": "end"});
  }
  let free = -Infinity;  // texts do not touch
  for (const {at, text} of xTicks) {
    const half = 3.5 * text.length;
    svgElement("line", {x1: px(at), x2: px(at), y1: bottom, y2: bottom + 4, class: "tick"}, svg);
    if (px(at) - half < free) continue;
    free = px(at) + half + 4;
    svgText(svg, text, {x: px(at), y: bottom + 17, "text-anchor": "middle"});
  }
  svgText(svg, xName, {x: box.left + box.width / 2, y: height - 6, "text-anchor": "middle"});
  for (const p of points) {
    if (p.error) svgElement("line", {x1: px(p.x), x2: px(p.x), y1: py(p.y - p.error), y2: py(p.y + p.error), class: "bar"}, svg);
  }
  svgElement("polyline", {points: points.map((p) => `${px(p.x).toFixed(1)},${py(p.y).toFixed(1)}`).join(" "), class: "curve"}, svg);
  if (chosen !== null) {
    svgElement("line", {x1: px(chosen), x2: px(chosen), y1: box.top, y2: bottom, class: "chosen"}, svg);
    const anchor = px(chosen) > box.left + 0.75 * box.width ? "end" : px(chosen) < box.left + 0.25 * box.width ? "start" : "middle";
    svgText(svg, chosenText, {x: px(chosen), y: box.top - 8, "text-anchor": anchor, class: "chosen-text"});
  }
  const mark = svgElement("line", {y1: box.top, y2: bottom, class: "current", visibility: "hidden"}, svg);
  return (x) => {
    mark.setAttribute("visibility", x === null ? "hidden" : "visible");
    if (x !== null) for (const end of ["x1", "x2"]) mark.setAttribute(end, px(x));
  };
}
