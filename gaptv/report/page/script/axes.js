// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// A picture with axes on a canvas.
function prepare(target, height) {
  const width = target.parentElement.clientWidth;
  const ratio = Math.max(1, Math.min(3, window.devicePixelRatio || 1));
  target.style.height = height + "px";
  target.width = Math.round(width * ratio);
  target.height = Math.round(height * ratio);
  const context = target.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = "12px system-ui, sans-serif";
  return {context, width, height, ratio};
}

function fitText(context, text, room) {
  if (context.measureText(text).width <= room) return text;
  let end = text.length;
  while (end > 1 && context.measureText(text.slice(0, end) + "…").width > room) --end;
  return text.slice(0, end) + "…";
}

function beginCircle(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}
function drawStroke(context, from, to) {
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}

// The box that axes with these ticks at the left leave for what is drawn.
function boxWithin({context, width, height}, yTicks) {
  const left = 28 + Math.max(20, ...yTicks.map(({text}) => context.measureText(text).width)) + 6, top = 8;
  return {left, top, width: width - left - 12, height: height - top - 46};
}

// Frame, ticks and names of the axes around a box.
function drawAxes(context, box, x, y) {
  const bottom = box.top + box.height;
  const within = ({at}) => at >= -1e-6 && at <= 1 + 1e-6;
  context.strokeStyle = themeColour("--quiet");
  context.fillStyle = themeColour("--ink");
  context.lineWidth = 1;
  context.strokeRect(box.left - 0.5, box.top - 0.5, box.width + 1, box.height + 1);
  context.textAlign = "center";
  context.textBaseline = "top";
  let free = -Infinity;
  for (const {at, text} of x.ticks.filter(within)) {
    const place = box.left + at * box.width, half = context.measureText(text).width / 2;
    drawStroke(context, [place, bottom], [place, bottom + 4]);
    if (place - half < free) continue;
    context.fillText(text, place, bottom + 6);
    free = place + half + 8;
  }
  context.fillText(fitText(context, x.name, box.width), box.left + box.width / 2, bottom + 24);
  context.textAlign = "right";
  context.textBaseline = "middle";
  let above = Infinity;
  for (const {at, text} of y.ticks.filter(within)) {
    const place = box.top + (1 - at) * box.height;
    drawStroke(context, [box.left - 4, place], [box.left, place]);
    if (place > above) continue;
    context.fillText(text, box.left - 6, place);
    above = place - 16;
  }
  context.save();
  context.translate(12, box.top + box.height / 2);
  context.rotate(-Math.PI / 2);
  context.textAlign = "center";
  context.fillText(fitText(context, y.name, box.height), 0, 0);
  context.restore();
}
