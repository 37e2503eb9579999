// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Colours of values.
const colours = [];
for (let i = 0; i < 256; ++i) {
  colours.push([0, 2, 4].map((j) => parseInt(data.colours.slice(6 * i + j, 6 * i + j + 2), 16)));
}
function colourOf(value) {
  const {low, high} = current().colours;
  const share = high > low ? (value - low) / (high - low) : 0.5;
  return colours[Math.round(255 * Math.min(1, Math.max(0, share)))];
}

// A colour as the word that stands for a pixel in memory.
const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
const pixelOf = ([r, g, b]) => isLittleEndian ? (255 << 24 | b << 16 | g << 8 | r) >>> 0 : (r << 24 | g << 16 | b << 8 | 255) >>> 0;
