// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The numbers of regions on the map, as gaptv/figures/region_numbers.cc places them: where there is most room, and of
// such places nearest to their middle; left out where there is none.
const numberSize = 13, smallestNumber = 9, numberAir = 2.5, textPixels = 6, amplePixels = 12;

// The map as pixels that hold numbers of regions, -1 for places that are blank; rows from the bottom.
function paintRegions({x, y, cellAt}, width, height) {
  const {label} = currentFit(), isHatched = hatchedCells(), {isLeftOut} = current(), regions = new Int32Array(width * height);
  const column = Array.from({length: width}, (_, p) => x.binAt((p + 0.5) / width));
  for (let q = 0, at = 0; q < height; ++q) {
    const row = y.binAt((q + 0.5) / height);
    for (let p = 0; p < width; ++p, ++at) {
      const cell = cellAt(column[p], row);
      regions[at] = isLeftOut[cell] !== 0 || isHatched[cell] !== 0 ? -1 : label[cell];
    }
  }
  return {width, height, regions};
}

// By pixel, the side of the largest square of one region whose upper right pixel it is, as far as it matters.
function measureSquares({width, height, regions}) {
  const side = new Uint8Array(regions.length).fill(1);
  for (let q = 1; q < height; ++q) {
    for (let p = 1; p < width; ++p) {
      const at = q * width + p, region = regions[at];
      if (regions[at - 1] !== region || regions[at - width] !== region || regions[at - width - 1] !== region) continue;
      side[at] = Math.min(amplePixels, 1 + Math.min(side[at - 1], side[at - width], side[at - width - 1]));
    }
  }
  return side;
}

function findRooms(image) {
  const side = measureSquares(image), rooms = new Map();
  const centreOf = (at, length) => [at % image.width + 1 - length / 2, Math.floor(at / image.width) + 1 - length / 2];
  image.regions.forEach((region, at) => {
    if (region < 0) return;
    let room = rooms.get(region);
    if (!room || side[at] > room.side) rooms.set(region, room = {side: side[at], count: 0, x: 0, y: 0, best: null, distance: Infinity});
    if (side[at] < room.side) return;
    const [x, y] = centreOf(at, room.side);
    room.count += 1;
    room.x += x;
    room.y += y;
  });
  image.regions.forEach((region, at) => {
    const room = rooms.get(region);
    if (!room || side[at] < room.side) return;
    const [x, y] = centreOf(at, room.side), distance = Math.hypot(x - room.x / room.count, y - room.y / room.count);
    if (distance < room.distance) Object.assign(room, {best: [x, y], distance});
  });
  return rooms;
}

function placeNumbers(context, layout) {
  const {box} = layout, placed = [];
  const mostDigits = String(currentFit().regions.length - 1).length;
  context.font = `600 ${numberSize}px system-ui, sans-serif`;
  for (let digits = 1; digits <= mostDigits; ++digits) {
    const width = context.measureText("0".repeat(digits)).width + 2 * numberAir, height = 0.73 * numberSize + 2 * numberAir;
    const image = paintRegions(layout, Math.ceil(box.width / width * textPixels), Math.ceil(box.height / height * textPixels));
    for (const [region, room] of findRooms(image)) {
      const size = Math.min(1, room.side / textPixels) * numberSize;
      if (String(region).length !== digits || size < smallestNumber) continue;
      placed.push({text: String(region), size, x: box.left + room.best[0] / image.width * box.width, y: box.top + (1 - room.best[1] / image.height) * box.height});
    }
  }
  return placed;
}

// Places are kept until something else is drawn than the region in question.
let placesOfNumbers = {key: null, placed: []};
function drawNumbers(context, layout) {
  const {box} = layout;
  const key = [state.model, state.fit, state.slice, box.width, box.height, element("equal").checked, element("hatch").checked].join();
  if (placesOfNumbers.key !== key) placesOfNumbers = {key, placed: placeNumbers(context, layout)};
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = "#fff";
  context.fillStyle = "#000";
  for (const {text, size, x, y} of placesOfNumbers.placed) {
    context.font = `600 ${size}px system-ui, sans-serif`;
    context.strokeText(text, x, y + 0.365 * size);
    context.fillText(text, x, y + 0.365 * size);
  }
  context.font = "12px system-ui, sans-serif";
}
