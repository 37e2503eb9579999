// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Packed numbers: base64, zlib, bytes of numbers in planes.
function unpackBytes(text) {
  const raw = atob(text), bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
  return inflate(bytes);
}
function unpackWords(text) {
  const bytes = unpackBytes(text), count = bytes.length / 4, words = new Uint32Array(count);
  for (let i = 0; i < count; ++i) {
    words[i] = bytes[i] | bytes[i + count] << 8 | bytes[i + 2 * count] << 16 | bytes[i + 3 * count] << 24;
  }
  return words;
}
const unpackFloats = (text) => new Float32Array(unpackWords(text).buffer);
