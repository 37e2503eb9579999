// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Unpacks numbers: base64, zlib (unless the program was built without), and the bytes of the numbers in planes.
const canUnpack = !data.compressed || typeof DecompressionStream === "function";

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
async function unpackBytes(text) {
  const raw = atob(text), bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
  return data.compressed ? inflate(bytes) : bytes;
}
async function unpackWords(text) {
  const bytes = await unpackBytes(text), count = bytes.length / 4, words = new Uint32Array(count);
  for (let i = 0; i < count; ++i) {
    words[i] = bytes[i] | bytes[i + count] << 8 | bytes[i + 2 * count] << 16 | bytes[i + 3 * count] << 24;
  }
  return words;
}
const unpackFloats = async (text) => new Float32Array((await unpackWords(text)).buffer);
