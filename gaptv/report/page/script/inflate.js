// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Inflate (RFC 1951), for browsers of any age and without waiting.

// Lengths and distances from their codes: the smallest number of each code, and how many bits say what is added to it.
function inflateRanges(codes, first, bitsOf) {
  const base = [], bits = [];
  for (let code = 0, next = first; code < codes; ++code) {
    bits[code] = bitsOf(code);
    base[code] = next;
    next += 1 << bits[code];
  }
  return {base, bits};
}
const inflateLengths = inflateRanges(28, 3, (code) => code < 8 ? 0 : (code - 4) >> 2);
inflateLengths.base[28] = 258;
inflateLengths.bits[28] = 0;
const inflateDistances = inflateRanges(30, 1, (code) => code < 4 ? 0 : (code - 2) >> 1);

// Canonical codes as a table of all bit patterns as long as the longest code: 16 * symbol + length of its code.
function inflateCodes(lengths) {
  const longest = Math.max(1, ...lengths), table = new Uint16Array(1 << longest);
  for (let length = 1, code = 0; length <= longest; ++length, code <<= 1) {
    for (let symbol = 0; symbol < lengths.length; ++symbol) {
      if (lengths[symbol] !== length) continue;
      let reversed = 0;
      for (let bit = 0; bit < length; ++bit) reversed |= (code >> bit & 1) << (length - 1 - bit);
      for (let i = reversed; i < table.length; i += 1 << length) table[i] = symbol << 4 | length;
      ++code;
    }
  }
  return {table, longest};
}

// Reads bits, codes and whole bytes, one after the other.
function inflateReader(bytes) {
  let input = 2;  // after the header of zlib
  let buffer = 0, held = 0;
  const hold = (count) => {
    while (held < count) {
      buffer |= bytes[input++] << held;
      held += 8;
    }
  };
  const drop = (count) => {
    buffer >>>= count;
    held -= count;
  };
  const bits = (count) => {
    hold(count);
    const value = buffer & ((1 << count) - 1);
    drop(count);
    return value;
  };
  const symbol = ({table, longest}) => {
    hold(longest);
    const entry = table[buffer & (table.length - 1)];
    if (entry === 0) throw new Error("damaged data");
    drop(entry & 15);
    return entry >> 4;
  };
  // A block that is stored as it is: its length, the length's complement, its bytes.
  const stored = () => {
    input -= held >> 3;  // whole bytes that were read ahead
    buffer = held = 0;
    const length = bytes[input] | bytes[input + 1] << 8;
    input += 4 + length;
    return bytes.subarray(input - length, input);
  };
  return {bits, symbol, stored};
}

// The codes of literals and lengths, and those of distances: the fixed ones, or the block's own.
function fixedCodes() {
  const lengths = new Uint8Array(288);
  lengths.fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280);
  return [inflateCodes(lengths), inflateCodes(new Uint8Array(30).fill(5))];
}
function blockCodes({bits, symbol}) {
  const literals = bits(5) + 257, distances = bits(5) + 1, count = bits(4) + 4;
  const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
  const of = new Uint8Array(19);
  for (let i = 0; i < count; ++i) of[order[i]] = bits(3);
  const codes = inflateCodes(of), lengths = new Uint8Array(literals + distances);
  for (let i = 0; i < lengths.length;) {
    const next = symbol(codes);
    if (next < 16) {
      lengths[i++] = next;
      continue;
    }
    const value = next === 16 ? lengths[i - 1] : 0;
    for (let n = next === 16 ? 3 + bits(2) : next === 17 ? 3 + bits(3) : 11 + bits(7); n > 0; --n) lengths[i++] = value;
  }
  return [inflateCodes(lengths.subarray(0, literals)), inflateCodes(lengths.subarray(literals))];
}

function inflate(bytes) {
  const reader = inflateReader(bytes), {bits, symbol} = reader;
  let output = new Uint8Array(1 << 16), size = 0;
  const grow = (more) => {
    if (size + more <= output.length) return;
    const larger = new Uint8Array(Math.max(2 * output.length, size + more));
    larger.set(output.subarray(0, size));
    output = larger;
  };
  for (let last = 0; !last;) {
    last = bits(1);
    const kind = bits(2);
    if (kind === 0) {
      const block = reader.stored();
      grow(block.length);
      output.set(block, size);
      size += block.length;
      continue;
    }
    const [literals, distances] = kind === 1 ? fixedCodes() : blockCodes(reader);
    for (;;) {
      const next = symbol(literals);
      if (next === 256) break;
      if (next < 256) {
        grow(1);
        output[size++] = next;
        continue;
      }
      const length = inflateLengths.base[next - 257] + bits(inflateLengths.bits[next - 257]);
      const code = symbol(distances);
      const distance = inflateDistances.base[code] + bits(inflateDistances.bits[code]);
      grow(length);
      for (let i = 0; i < length; ++i, ++size) output[size] = output[size - distance];
    }
  }
  return output.subarray(0, size);
}
