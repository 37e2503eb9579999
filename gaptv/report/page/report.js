// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Draws the map and the curves of the page from its data. No library, no network; texts are set as text only.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (id) => document.getElementById(id);

  // --- Packed numbers: base64, zlib, bytes of numbers in planes ---

  // Inflate (RFC 1951), for browsers of any age and without waiting.
  function inflate(bytes) {
    const lengthBase = [], lengthBits = [], distanceBase = [], distanceBits = [];
    for (let i = 0, base = 3; i < 28; ++i) {
      lengthBits[i] = i < 8 ? 0 : (i - 4) >> 2;
      lengthBase[i] = base;
      base += 1 << lengthBits[i];
    }
    lengthBase[28] = 258;
    lengthBits[28] = 0;
    for (let i = 0, base = 1; i < 30; ++i) {
      distanceBits[i] = i < 4 ? 0 : (i - 2) >> 1;
      distanceBase[i] = base;
      base += 1 << distanceBits[i];
    }
    let input = 2;  // after the header of zlib
    let buffer = 0, held = 0;
    let output = new Uint8Array(1 << 16), size = 0;
    const bits = (count) => {
      while (held < count) {
        buffer |= bytes[input++] << held;
        held += 8;
      }
      const value = buffer & ((1 << count) - 1);
      buffer >>>= count;
      held -= count;
      return value;
    };
    const grow = (more) => {
      if (size + more <= output.length) return;
      const larger = new Uint8Array(Math.max(2 * output.length, size + more));
      larger.set(output.subarray(0, size));
      output = larger;
    };
    // Canonical codes as a table of all bit patterns as long as the longest code: 16 * symbol + length of its code.
    const tree = (lengths) => {
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
    };
    const decode = ({table, longest}) => {
      while (held < longest) {
        buffer |= bytes[input++] << held;
        held += 8;
      }
      const entry = table[buffer & (table.length - 1)];
      if (entry === 0) throw new Error("damaged data");
      buffer >>>= entry & 15;
      held -= entry & 15;
      return entry >> 4;
    };
    const fixed = () => {
      const lengths = new Uint8Array(288);
      lengths.fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280);
      return [tree(lengths), tree(new Uint8Array(30).fill(5))];
    };
    const dynamic = () => {
      const literals = bits(5) + 257, distances = bits(5) + 1, codes = bits(4) + 4;
      const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
      const of = new Uint8Array(19);
      for (let i = 0; i < codes; ++i) of[order[i]] = bits(3);
      const codeTree = tree(of), lengths = new Uint8Array(literals + distances);
      for (let i = 0; i < lengths.length;) {
        const symbol = decode(codeTree);
        if (symbol < 16) {
          lengths[i++] = symbol;
          continue;
        }
        const value = symbol === 16 ? lengths[i - 1] : 0;
        for (let n = symbol === 16 ? 3 + bits(2) : symbol === 17 ? 3 + bits(3) : 11 + bits(7); n > 0; --n) lengths[i++] = value;
      }
      return [tree(lengths.subarray(0, literals)), tree(lengths.subarray(literals))];
    };
    for (let last = 0; !last;) {
      last = bits(1);
      const kind = bits(2);
      if (kind === 0) {
        input -= held >> 3;  // whole bytes that were read ahead
        buffer = held = 0;
        const length = bytes[input] | bytes[input + 1] << 8;
        input += 4;
        grow(length);
        output.set(bytes.subarray(input, input + length), size);
        size += length;
        input += length;
        continue;
      }
      const [literals, distances] = kind === 1 ? fixed() : dynamic();
      for (;;) {
        const symbol = decode(literals);
        if (symbol === 256) break;
        if (symbol < 256) {
          grow(1);
          output[size++] = symbol;
          continue;
        }
        const length = lengthBase[symbol - 257] + bits(lengthBits[symbol - 257]);
        const code = decode(distances);
        const distance = distanceBase[code] + bits(distanceBits[code]);
        grow(length);
        for (let i = 0; i < length; ++i, ++size) output[size] = output[size - distance];
      }
    }
    return output.subarray(0, size);
  }

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

  // --- Numbers as people read them ---

  function shortNumber(x, digits = 4) {
    if (x === null || !Number.isFinite(x)) return "-";
    if (x === 0) return "0";
    const size = Math.abs(x);
    if (size < 1e-4 || size >= 1e15) return String(Number(x.toPrecision(digits)));
    const whole = Math.floor(Math.log10(size)) + 1;
    return String(Number(x.toFixed(Math.max(0, digits - whole))));
  }
  const countText = (x) => Number.isInteger(x) ? x.toLocaleString("en-US") : shortNumber(x);
  function percentText(share) {
    const percent = 100 * share;
    if (percent > 0 && percent < 0.1) return "<0.1 %";
    return percent.toFixed(percent > 0 && percent < 0.95 ? 1 : 0) + " %";
  }
  const tickText = (x) => Math.abs(x) >= 1e6 ? x.toExponential().replace("e+", "e") : shortNumber(x, 6);
  // Round numbers within a range, about so many.
  function ticks(low, high, wanted) {
    if (!(high > low)) return [low];
    const rough = (high - low) / wanted, power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough * 0.999) || 10 * power;
    const list = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) list.push(Number((i * step).toPrecision(12)));
    return list;
  }

  // --- The models ---

  const unpackModel = (model) => {
    const shape = model.axes.map((axis) => axis.edges.length + 1);
    const cells = shape.reduce((a, b) => a * b, 1);
    const path = model.path;
    // Differences to the cell before.
    const addUp = (labels) => {
      for (let i = 1; i < labels.length; ++i) labels[i] += labels[i - 1];
      return labels;
    };
    const chosenFit = {
      lambda: path.lambdas[path.chosen], label: addUp(unpackWords(model.map.labels)), value: unpackFloats(model.map.values),
    };
    // The other fits, when they are first asked for: most of the page's numbers.
    let others = null;
    const unpackOthers = () => {
      if (others !== null) return;
      const labels = unpackWords(path.labels), values = unpackFloats(path.values);
      others = [];
      for (let k = 0, start = 0, at = 0; k < path.lambdas.length; ++k) {
        if (k === path.chosen) {
          others.push(chosenFit);
          continue;
        }
        others.push({
          lambda: path.lambdas[k],
          label: addUp(labels.subarray(at, at + cells)),
          value: values.subarray(start, start + path.regions[k]),
        });
        at += cells;
        start += path.regions[k];
      }
    };
    const fitAt = (index) => {
      if (index === path.chosen) return chosenFit;
      unpackOthers();
      return others[index];
    };
    const chosen = model.regions.map((region) => region.value);
    return {
      ...model, shape, cells, fitAt, unpackOthers, chosen: path.chosen,
      weight: unpackFloats(model.weight), isEmpty: unpackBytes(model.empty),
      cellMean: model.mean ? unpackFloats(model.mean) : null,
      low: Math.min(...chosen), high: Math.max(...chosen),
      points: model.points ? {
        features: model.points.features.map(unpackFloats), outcome: unpackFloats(model.points.outcome),
      } : null,
    };
  };
  const models = data.models.map(() => null);
  const state = {model: 0, fit: 0, slice: 0, cell: null, region: null};
  const current = () => (models[state.model] ??= unpackModel(data.models[state.model]));
  const currentFit = () => current().fitAt(state.fit);
  const isChosen = () => state.fit === current().chosen;

  // Borders of the bins; the outer ones end at the outermost rows.
  const bordersOf = (axis) => {
    const low = Math.min(axis.lowest, axis.edges[0] ?? axis.lowest);
    const high = Math.max(axis.highest, axis.edges[axis.edges.length - 1] ?? axis.highest);
    return high > low ? [low, ...axis.edges, high] : [low - 0.5, ...axis.edges, high + 0.5];
  };
  // Where bins lie on an axis of length 1: to scale, or every bin equally wide.
  const scaleOf = (axis) => {
    const borders = bordersOf(axis), bins = borders.length - 1;
    const isEqual = element("equal").checked;
    const low = borders[0], high = borders[bins];
    const position = (x) => {
      if (!isEqual) return (x - low) / (high - low);
      let bin = 0;
      while (bin + 1 < bins && x >= borders[bin + 1]) ++bin;
      const width = borders[bin + 1] - borders[bin];
      return (bin + (width > 0 ? Math.min(1, Math.max(0, (x - borders[bin]) / width)) : 0.5)) / bins;
    };
    const places = borders.map((x, i) => isEqual ? i / bins : position(x));
    const binAt = (share) => {
      let first = 0, last = bins - 1;
      while (first < last) {
        const middle = (first + last) >> 1;
        if (share < places[middle + 1]) last = middle; else first = middle + 1;
      }
      return first;
    };
    const tickList = isEqual
      ? ticks(0, bins, 6).filter((i) => Number.isInteger(i)).map((i) => ({at: i / bins, text: shortNumber(borders[i])}))
      : ticks(low, high, 6).map((x) => ({at: position(x), text: tickText(x)}));
    return {borders, bins, position, places, binAt, tickList};
  };

  const colours = [];
  for (let i = 0; i < 256; ++i) {
    colours.push([0, 2, 4].map((j) => parseInt(data.colours.slice(6 * i + j, 6 * i + j + 2), 16)));
  }
  const colourOf = (value) => {
    const {low, high} = current();
    const share = high > low ? (value - low) / (high - low) : 0.5;
    return colours[Math.round(255 * Math.min(1, Math.max(0, share)))];
  };

  // --- Facts about a region of any fit ---

  const binOf = (cell, axis) => {
    const {shape} = current();
    let stride = 1;
    for (let j = axis + 1; j < shape.length; ++j) stride *= shape[j];
    return Math.floor(cell / stride) % shape[axis];
  };
  function regionFacts(region) {
    const model = current(), fit = currentFit(), dimensions = model.shape.length;
    const first = Array(dimensions).fill(Infinity), last = Array(dimensions).fill(-1);
    let weight = 0, cells = 0, empty = 0;
    for (let cell = 0; cell < model.cells; ++cell) {
      if (fit.label[cell] !== region) continue;
      weight += model.weight[cell];
      ++cells;
      empty += model.isEmpty[cell];
      for (let j = 0; j < dimensions; ++j) {
        const bin = binOf(cell, j);
        first[j] = Math.min(first[j], bin);
        last[j] = Math.max(last[j], bin);
      }
    }
    const parts = [];
    model.axes.forEach((axis, j) => {
      const hasLower = first[j] > 0, hasUpper = last[j] < axis.edges.length;
      const lower = shortNumber(axis.edges[first[j] - 1], 6), upper = shortNumber(axis.edges[last[j]], 6);
      if (hasLower && hasUpper) parts.push(`${axis.name} from ${lower} to ${upper}`);
      else if (hasUpper) parts.push(`${axis.name} below ${upper}`);
      else if (hasLower) parts.push(`${axis.name} ${lower} or more`);
    });
    return {value: fit.value[region], weight, cells, empty, where: parts.join(", ") || "everywhere"};
  }
  function describeRegion(region) {
    const model = current();
    const known = isChosen() ? model.regions[region] : null;
    const facts = regionFacts(region);
    const weight = known ? known.weight : facts.weight;
    const value = known ? known.value : facts.value;
    let text = `${known ? "Region " + region + ", " : ""}${model.outcome}: ${shortNumber(value)}`;
    text += model.is_share ? ` (${percentText(value)}). ` : ". ";
    text += model.counts === "rows" ? `${countText(weight)} ${weight === 1 ? "row" : "rows"}` : `exposure ${shortNumber(weight)}`;
    text += ` (${percentText(weight / model.total)}), ${known ? known.where : facts.where}.`;
    if (known && known.mean !== null) {
      text += ` Mean of its rows ${shortNumber(known.mean)}`;
      text += known.error !== null ? ` ± ${shortNumber(known.error, 2)} (standard error, for given borders)` : "";
      text += known.spread !== null ? `; single rows spread by ${shortNumber(known.spread, 2)}.` : ".";
    } else if (weight === 0) {
      text += " No rows: the value is borrowed from the neighbours.";
    }
    return text;
  }

  // --- The map ---

  const canvas = element("canvas"), legend = element("legend");
  let layout = null, isPrinting = false;

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
  // So high that what is said of the region under the pointer can be seen together with it.
  const mapHeight = () => isPrinting || canvas.parentElement.clientWidth < 560 ? 340 : Math.min(540, Math.max(320, 0.6 * window.innerHeight));
  const themeColour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  function fitText(context, text, room) {
    if (context.measureText(text).width <= room) return text;
    let end = text.length;
    while (end > 1 && context.measureText(text.slice(0, end) + "…").width > room) --end;
    return text.slice(0, end) + "…";
  }

  // Frame, ticks and names of the axes around a box.
  function drawAxes(context, box, x, y, xName, yName) {
    context.strokeStyle = themeColour("--quiet");
    context.fillStyle = themeColour("--ink");
    context.lineWidth = 1;
    context.strokeRect(box.left - 0.5, box.top - 0.5, box.width + 1, box.height + 1);
    context.textAlign = "center";
    context.textBaseline = "top";
    let free = -Infinity;
    for (const {at, text} of x) {
      const place = box.left + at * box.width, half = context.measureText(text).width / 2;
      if (at < -1e-6 || at > 1 + 1e-6) continue;
      context.beginPath();
      context.moveTo(place, box.top + box.height);
      context.lineTo(place, box.top + box.height + 4);
      context.stroke();
      if (place - half < free) continue;
      context.fillText(text, place, box.top + box.height + 6);
      free = place + half + 8;
    }
    context.fillText(fitText(context, xName, box.width), box.left + box.width / 2, box.top + box.height + 24);
    context.textAlign = "right";
    context.textBaseline = "middle";
    let above = Infinity;
    for (const {at, text} of y) {
      if (at < -1e-6 || at > 1 + 1e-6) continue;
      const place = box.top + (1 - at) * box.height;
      context.beginPath();
      context.moveTo(box.left - 4, place);
      context.lineTo(box.left, place);
      context.stroke();
      if (place > above) continue;
      context.fillText(text, box.left - 6, place);
      above = place - 16;
    }
    context.save();
    context.translate(12, box.top + box.height / 2);
    context.rotate(-Math.PI / 2);
    context.textAlign = "center";
    context.fillText(fitText(context, yName, box.height), 0, 0);
    context.restore();
  }
  const leftRoom = (context, tickList) =>
    28 + Math.max(20, ...tickList.map(({text}) => context.measureText(text).width)) + 6;

  function drawPlane() {
    const model = current(), fit = currentFit();
    const {context, width, height, ratio} = prepare(canvas, mapHeight());
    const x = scaleOf(model.axes[0]), y = scaleOf(model.axes[1]);
    const box = {left: leftRoom(context, y.tickList), top: 8};
    box.width = width - box.left - 12;
    box.height = height - box.top - 46;
    const depth = model.shape.length === 3 ? model.shape[2] : 1;
    const cellAt = (i, j) => (i * model.shape[1] + j) * depth + (depth > 1 ? state.slice : 0);
    // Pixels, not rectangles: no seams, and it is fast enough to follow the slider.
    const pixelWidth = Math.max(1, Math.round(box.width * ratio)), pixelHeight = Math.max(1, Math.round(box.height * ratio));
    const image = context.createImageData(pixelWidth, pixelHeight);
    const pixels = new Uint32Array(image.data.buffer);
    const column = Array.from({length: pixelWidth}, (_, p) => x.binAt((p + 0.5) / pixelWidth));
    const isLittle = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
    const pack = ([r, g, b]) => isLittle ? (255 << 24 | b << 16 | g << 8 | r) >>> 0 : (r << 24 | g << 16 | b << 8 | 255) >>> 0;
    const colourOfRegion = Array.from(fit.value, colourOf);
    const plain = colourOfRegion.map(pack);
    const hatched = colourOfRegion.map((c) => pack(c.map((part) => Math.round(part + (c[0] + c[1] + c[2] > 380 ? -0.35 * part : 0.4 * (255 - part))))));
    // Borders are light on dark colours and dark on light ones; those of the region in question stand out.
    const strength = fit.value.length > 150 ? 0.35 : 1;  // so that many regions are not drowned in their borders
    const border = colourOfRegion.map((c) => {
      const ink = 0.3 * c[0] + 0.6 * c[1] + 0.1 * c[2] > 140 ? 40 : 255;
      return pack(c.map((part) => Math.round(part + strength * (ink - part))));
    });
    const marked = pack([255, 80, 60]);
    const hasHatch = element("hatch").checked;
    const gap = Math.max(5, Math.round(6 * ratio));
    const before = new Int32Array(pixelWidth).fill(-1);
    for (let q = 0; q < pixelHeight; ++q) {
      const row = y.binAt(1 - (q + 0.5) / pixelHeight);
      let left = -1;
      for (let p = 0; p < pixelWidth; ++p) {
        const cell = cellAt(column[p], row), region = fit.label[cell];
        let colour = plain[region];
        if (hasHatch && model.isEmpty[cell] && (p + q) % gap === 0) colour = hatched[region];
        const isBorder = (left >= 0 && left !== region) || (before[p] >= 0 && before[p] !== region);
        if (isBorder) colour = border[region];
        const isMarked = state.region !== null && isBorder && (region === state.region || left === state.region || before[p] === state.region);
        if (isMarked) {
          colour = marked;
          if (p > 0) pixels[q * pixelWidth + p - 1] = marked;
          if (q > 0) pixels[(q - 1) * pixelWidth + p] = marked;
        }
        pixels[q * pixelWidth + p] = colour;
        left = region;
        before[p] = region;
      }
    }
    context.putImageData(image, Math.round(box.left * ratio), Math.round(box.top * ratio));
    if (model.points && element("dots").checked) {
      context.fillStyle = "rgba(0, 0, 0, 0.55)";
      context.strokeStyle = "rgba(255, 255, 255, 0.7)";
      context.lineWidth = 0.5;
      for (let i = 0; i < model.points.outcome.length; ++i) {
        if (depth > 1 && sliceOf(model.points.features[2][i]) !== state.slice) continue;
        const px = box.left + x.position(model.points.features[0][i]) * box.width;
        const py = box.top + (1 - y.position(model.points.features[1][i])) * box.height;
        context.beginPath();
        context.arc(px, py, 1.6, 0, 2 * Math.PI);
        context.fill();
        context.stroke();
      }
    }
    drawAxes(context, box, x.tickList, y.tickList, model.axes[0].name, model.axes[1].name);
    if (state.cell !== null) {
      const i = binOf(state.cell, 0), j = binOf(state.cell, 1);
      const px = box.left + (x.places[i] + x.places[i + 1]) / 2 * box.width;
      const py = box.top + (1 - (y.places[j] + y.places[j + 1]) / 2) * box.height;
      context.strokeStyle = "#fff";
      context.lineWidth = 3.5;
      context.beginPath();
      context.arc(px, py, 6, 0, 2 * Math.PI);
      context.stroke();
      context.strokeStyle = "#000";
      context.lineWidth = 1.5;
      context.stroke();
    }
    layout = {box, x, y, cellAt};
  }
  const sliceOf = (value) => {
    const {edges} = current().axes[2];
    let bin = 0;
    while (bin < edges.length && value >= edges[bin]) ++bin;
    return bin;
  };

  // One feature: steps over the means of bins, or over the rows.
  function drawLine() {
    const model = current(), fit = currentFit();
    const {context, width, height} = prepare(canvas, 0.85 * mapHeight());
    const x = scaleOf(model.axes[0]);
    const showsPoints = model.points !== null && element("dots").checked;
    let low = model.low, high = model.high;
    for (let cell = 0; cell < model.cells; ++cell) {
      if (!(model.weight[cell] > 0)) continue;
      low = Math.min(low, model.cellMean[cell]);
      high = Math.max(high, model.cellMean[cell]);
    }
    if (showsPoints) for (const y of model.points.outcome) {
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
    const pad = high > low ? 0.05 * (high - low) : 1;
    low -= pad;
    high += pad;
    const share = (value) => (value - low) / (high - low);
    const yTicks = ticks(low, high, 5).map((v) => ({at: share(v), text: tickText(v)}));
    const box = {left: leftRoom(context, yTicks), top: 8};
    box.width = width - box.left - 12;
    box.height = height - box.top - 46;
    const px = (at) => box.left + at * box.width, py = (value) => box.top + (1 - share(value)) * box.height;
    const heaviest = Math.max(...model.weight);
    context.fillStyle = themeColour("--quiet");
    context.globalAlpha = 0.6;
    if (showsPoints) {
      for (let i = 0; i < model.points.outcome.length; ++i) {
        context.fillRect(px(x.position(model.points.features[0][i])) - 1, py(model.points.outcome[i]) - 1, 2, 2);
      }
    } else {
      for (let cell = 0; cell < model.cells; ++cell) {
        if (!(model.weight[cell] > 0)) continue;
        context.beginPath();
        const middle = (x.places[cell] + x.places[cell + 1]) / 2;
        context.arc(px(middle), py(model.cellMean[cell]), 1 + 2.5 * Math.sqrt(model.weight[cell] / heaviest), 0, 2 * Math.PI);
        context.fill();
      }
    }
    context.globalAlpha = 1;
    context.save();
    context.beginPath();
    context.rect(box.left, box.top, box.width, box.height);
    context.clip();
    context.strokeStyle = themeColour("--accent");
    context.lineWidth = 2.5;
    context.beginPath();
    for (let cell = 0; cell < model.cells; ++cell) {
      const value = fit.value[fit.label[cell]];
      context.lineTo(px(x.places[cell]), py(value));
      context.lineTo(px(x.places[cell + 1]), py(value));
    }
    context.stroke();
    if (state.region !== null) {
      context.strokeStyle = themeColour("--mark");
      context.lineWidth = 4;
      for (let cell = 0; cell < model.cells; ++cell) {
        if (fit.label[cell] !== state.region) continue;
        context.beginPath();
        context.moveTo(px(x.places[cell]), py(fit.value[state.region]));
        context.lineTo(px(x.places[cell + 1]), py(fit.value[state.region]));
        context.stroke();
      }
    }
    context.restore();
    drawAxes(context, box, x.tickList, yTicks, model.axes[0].name, model.outcome);
    layout = {box, x, y: null, cellAt: (i) => i};
  }

  function drawLegend() {
    const model = current();
    legend.hidden = model.shape.length === 1 || model.high === model.low;
    if (legend.hidden) return;
    const {context, width} = prepare(legend, 44);
    const left = layout.box.left, span = Math.min(layout.box.width, 420);
    for (let i = 0; i < span; ++i) {
      context.fillStyle = `rgb(${colours[Math.min(255, Math.round(256 * i / span))].join(",")})`;
      context.fillRect(left + i, 4, 1.5, 12);
    }
    context.fillStyle = themeColour("--ink");
    context.textBaseline = "top";
    context.textAlign = "center";
    for (const value of ticks(model.low, model.high, 5)) {
      const at = left + (value - model.low) / (model.high - model.low) * span;
      context.fillRect(at - 0.5, 16, 1, 4);
      context.fillText(tickText(value), at, 21);
    }
    if (width - left - span > 120) {
      context.textAlign = "left";
      context.textBaseline = "middle";
      context.fillText(fitText(context, model.outcome, width - left - span - 20), left + span + 12, 10);
    }
  }

  function describeMap() {
    const model = current();
    const place = model.axes.map((axis) => axis.name).join(", ");
    return `${model.outcome} by ${place}: ${currentFit().value.length} regions, from ${shortNumber(model.low)} to ${shortNumber(model.high)}. ` +
      "Arrow keys move from region to region.";
  }
  function draw() {
    if (current().shape.length === 1) drawLine(); else drawPlane();
    drawLegend();
    canvas.setAttribute("aria-label", describeMap());
  }

  // --- Curves ---

  const svgElement = (name, attributes, parent) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
    return made;
  };
  const svgText = (parent, text, attributes) => {
    svgElement("text", attributes, parent).textContent = text;
  };
  // points: {x, y, error}; x as drawn (the caller takes logarithms).
  function drawCurve(figure, {label, points, xTicks, xName, chosen, chosenText}) {
    figure.querySelector("svg")?.remove();
    const width = 440, height = 260, box = {left: 62, top: 24, width: 366, height: 190};
    const svg = svgElement("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label}, figure);
    const xs = points.map((p) => p.x), lowX = Math.min(...xs), highX = Math.max(...xs);
    const lows = points.map((p) => p.y - (p.error || 0)), highs = points.map((p) => p.y + (p.error || 0));
    let low = Math.min(...lows), high = Math.max(...highs);
    const pad = high > low ? 0.04 * (high - low) : 1;
    low -= pad;
    high += pad;
    const px = (x) => box.left + (highX > lowX ? (x - lowX) / (highX - lowX) : 0.5) * box.width;
    const py = (y) => box.top + (1 - (y - low) / (high - low)) * box.height;
    svgElement("rect", {x: box.left, y: box.top, width: box.width, height: box.height, class: "frame"}, svg);
    for (const value of ticks(low, high, 5)) {
      svgElement("line", {x1: box.left - 4, x2: box.left, y1: py(value), y2: py(value), class: "tick"}, svg);
      svgText(svg, tickText(value), {x: box.left - 7, y: py(value) + 4, "text-anchor": "end"});
    }
    for (const {at, text} of xTicks) {
      svgElement("line", {x1: px(at), x2: px(at), y1: box.top + box.height, y2: box.top + box.height + 4, class: "tick"}, svg);
      svgText(svg, text, {x: px(at), y: box.top + box.height + 17, "text-anchor": "middle"});
    }
    svgText(svg, xName, {x: box.left + box.width / 2, y: height - 6, "text-anchor": "middle"});
    for (const p of points) {
      if (p.error) svgElement("line", {x1: px(p.x), x2: px(p.x), y1: py(p.y - p.error), y2: py(p.y + p.error), class: "bar"}, svg);
    }
    svgElement("polyline", {points: points.map((p) => `${px(p.x).toFixed(1)},${py(p.y).toFixed(1)}`).join(" "), class: "curve"}, svg);
    if (chosen !== null) {
      svgElement("line", {x1: px(chosen), x2: px(chosen), y1: box.top, y2: box.top + box.height, class: "chosen"}, svg);
      const anchor = px(chosen) > box.left + 0.75 * box.width ? "end" : px(chosen) < box.left + 0.25 * box.width ? "start" : "middle";
      svgText(svg, chosenText, {x: px(chosen), y: box.top - 8, "text-anchor": anchor, class: "chosen-text"});
    }
    const at = svgElement("line", {y1: box.top, y2: box.top + box.height, class: "current", visibility: "hidden"}, svg);
    return (x) => {
      at.setAttribute("visibility", x === null ? "hidden" : "visible");
      if (x !== null) for (const end of ["x1", "x2"]) at.setAttribute(end, px(x));
    };
  }

  const heldOut = (model) => model.held_out.lambdas.map((lambda, k) => (
    {lambda, error: model.held_out.error[k], standardError: model.held_out.standard_error[k]}));
  let moveMark = () => {};
  const partOf = (selector) => {
    const block = document.querySelectorAll(`.of-model[data-model="${state.model}"] ${selector}`);
    return block.length > 0 ? block[0] : document.querySelector(selector);
  };
  function drawCurves() {
    const model = current();
    moveMark = () => {};
    const held = heldOut(model).filter((fit) => fit.error !== null && fit.lambda > 0);
    const cv = partOf("figure.cv");
    cv.hidden = held.length < 2;
    if (!cv.hidden) {
      const place = (lambda) => -Math.log10(lambda);
      const from = Math.ceil(Math.log10(held[held.length - 1].lambda)), to = Math.floor(Math.log10(held[0].lambda));
      const xTicks = [];
      for (let power = from; power <= to; ++power) xTicks.push({at: -power, text: shortNumber(10 ** power)});
      moveMark = drawCurve(cv, {
        label: `The ${model.error_name} on rows that the model has not seen, against lambda`,
        points: held.map((fit) => ({x: place(fit.lambda), y: fit.error, error: fit.standardError})),
        xTicks, xName: "lambda (fewer regions on the left, more on the right)",
        chosen: held.some((fit) => fit.lambda === model.held_out.chosen) ? place(model.held_out.chosen) : null,
        chosenText: `chosen: ${model.regions.length} region${model.regions.length === 1 ? "" : "s"}`,
      });
    }
    const gap = partOf("figure.gap");
    const curve = model.gap ? model.gap.bins.map((bins, i) => ({x: bins, y: model.gap.gap[i]})).filter((p) => p.y !== null) : [];
    gap.hidden = curve.length < 2;
    if (!gap.hidden) {
      drawCurve(gap, {
        label: "Gap statistic against the number of bins", points: curve,
        xTicks: ticks(curve[0].x, curve[curve.length - 1].x, 6).map((x) => ({at: x, text: shortNumber(x)})),
        xName: "bins per feature", chosen: model.gap.chosen, chosenText: `smallest: ${model.gap.chosen} bins`,
      });
    }
  }

  // --- Controls ---

  const slider = element("lambda"), readout = element("readout");
  const hint = readout.textContent;
  function tellFit() {
    const model = current(), fit = currentFit();
    const count = fit.value.length;
    let text = `${count.toLocaleString("en-US")} region${count === 1 ? "" : "s"} at lambda ${shortNumber(fit.lambda)}`;
    const held = heldOut(model).find(({lambda}) => lambda === fit.lambda);
    if (held && held.error !== null) {
      text += `; ${model.error_name} on rows not seen ${shortNumber(held.error)}` + (held.standardError !== null ? ` ± ${shortNumber(held.standardError, 2)}` : "");
    }
    text += isChosen() ? ". This is the chosen model." : ". The texts and the table on this page are about the chosen model.";
    element("lambda-text").textContent = text;
    slider.setAttribute("aria-valuetext", text);
    element("back").disabled = isChosen();
    moveMark(isChosen() || !(fit.lambda > 0) ? null : -Math.log10(fit.lambda));
  }
  function tellSlice() {
    const model = current();
    if (model.shape.length !== 3) return;
    const axis = model.axes[2], bin = state.slice;
    const lower = bin > 0 ? shortNumber(axis.edges[bin - 1], 6) : null, upper = bin < axis.edges.length ? shortNumber(axis.edges[bin], 6) : null;
    const text = lower !== null && upper !== null ? `${axis.name} from ${lower} to ${upper}`
      : upper !== null ? `${axis.name} below ${upper}` : lower !== null ? `${axis.name} ${lower} or more` : `every ${axis.name}`;
    element("slice-text").textContent = `${text} (slice ${bin + 1} of ${model.shape[2]})`;
    element("slice").setAttribute("aria-valuetext", text);
  }
  function showCell(cell) {
    const region = cell === null ? null : currentFit().label[cell];
    const changed = region !== state.region || cell !== state.cell;
    if (region !== state.region) {
      readout.textContent = region === null ? hint : describeRegion(region);
      document.querySelectorAll("tr.current").forEach((row) => row.classList.remove("current"));
      if (region !== null && isChosen()) partOf(`tr[data-region="${region}"]`)?.classList.add("current");
    }
    state.cell = cell;
    state.region = region;
    if (changed) draw();
  }
  function showFit(index) {
    state.fit = index;
    slider.value = index;
    state.region = null;
    tellFit();
    const cell = state.cell;
    state.cell = null;
    readout.textContent = hint;
    if (cell === null) draw(); else showCell(cell);
  }
  function showModel(index) {
    state.model = index;
    const model = current();
    state.cell = state.region = null;
    readout.textContent = hint;
    document.querySelectorAll(".of-model").forEach((part) => { part.hidden = Number(part.dataset.model) !== index; });
    element("lambda-knob").hidden = model.path.lambdas.length < 2;
    slider.max = model.path.lambdas.length - 1;
    const mark = document.createElement("option");
    mark.value = model.chosen;
    element("lambda-mark").replaceChildren(mark);
    if (model.shape.length === 3) {
      element("slice").max = model.shape[2] - 1;
      state.slice = Math.min(Math.max(state.slice, 0), model.shape[2] - 1);
      if (state.slice === 0) state.slice = Math.floor(model.shape[2] / 2);
      element("slice").value = state.slice;
    }
    drawCurves();
    tellSlice();
    showFit(model.chosen);
  }

  function cellAtPointer(event) {
    const {box, x, y, cellAt} = layout;
    const frame = canvas.getBoundingClientRect();
    const shareX = (event.clientX - frame.left - box.left) / box.width;
    const shareY = 1 - (event.clientY - frame.top - box.top) / box.height;
    if (shareX < 0 || shareX > 1 || shareY < 0 || shareY > 1) return null;
    return cellAt(x.binAt(shareX), y ? y.binAt(shareY) : 0);
  }
  // The next cell of another region in this direction, or the last cell before the edge.
  function nextRegion(cell, axis, step) {
    const {shape} = current(), {label} = currentFit();
    let stride = 1;
    for (let j = axis + 1; j < shape.length; ++j) stride *= shape[j];
    let bin = binOf(cell, axis), at = cell;
    while (bin + step >= 0 && bin + step < shape[axis]) {
      bin += step;
      at += step * stride;
      if (label[at] !== label[cell]) break;
    }
    return at;
  }
  function middleCell() {
    const {shape} = current();
    return layout.cellAt(shape[0] >> 1, shape.length > 1 ? shape[1] >> 1 : 0);
  }

  canvas.addEventListener("pointermove", (event) => showCell(cellAtPointer(event)));
  canvas.addEventListener("pointerdown", (event) => showCell(cellAtPointer(event)));
  canvas.addEventListener("pointerleave", () => { if (document.activeElement !== canvas) showCell(null); });
  canvas.addEventListener("focus", () => { if (state.cell === null && canvas.matches(":focus-visible")) showCell(middleCell()); });
  canvas.addEventListener("blur", () => showCell(null));
  canvas.addEventListener("keydown", (event) => {
    const moves = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowDown: [1, -1], ArrowUp: [1, 1]};
    const move = moves[event.key];
    if (event.key === "Escape") showCell(null);
    if (!move || move[0] >= current().shape.length) return;
    event.preventDefault();
    showCell(state.cell === null ? middleCell() : nextRegion(state.cell, ...move));
  });
  slider.addEventListener("input", () => showFit(Number(slider.value)));
  element("back").addEventListener("click", () => showFit(current().chosen));
  for (const id of ["hatch", "equal", "dots"]) element(id).addEventListener("change", draw);
  element("slice").addEventListener("input", () => {
    state.slice = Number(element("slice").value);
    tellSlice();
    showCell(null);
    draw();
  });
  element("class").addEventListener("change", (event) => showModel(Number(event.target.value)));
  document.querySelectorAll("table.regions tbody").forEach((body) => body.addEventListener("pointerover", (event) => {
    const row = event.target.closest("tr");
    if (!row || !isChosen() || Number(row.dataset.region) === state.region) return;
    state.region = Number(row.dataset.region);
    state.cell = null;
    readout.textContent = describeRegion(state.region);
    draw();
  }));
  document.querySelectorAll("table.regions tbody").forEach((body) => body.addEventListener("pointerleave", () => {
    state.region = null;
    readout.textContent = hint;
    draw();
  }));

  // --- The table ---

  const keyOf = (row, column) => {
    const models_ = row.closest(".of-model");
    const region = data.models[models_ ? Number(models_.dataset.model) : 0].regions[Number(row.dataset.region)];
    return [Number(row.dataset.region), region.value, region.weight, region.weight, region.mean, region.error, region.where][column];
  };
  document.querySelectorAll("table.regions").forEach((table) => {
    const headings = [...table.querySelectorAll("thead th")];
    headings.forEach((heading, column) => heading.querySelector("button").addEventListener("click", () => {
      const isDescending = heading.getAttribute("aria-sort") !== "descending" && column !== 0 && column !== 6
        || heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.setAttribute("aria-sort", "none"));
      heading.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
      const body = table.querySelector("tbody");
      const keyed = [...body.rows].map((row) => ({row, key: keyOf(row, column)}));
      keyed.sort((a, b) => {
        if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
        const order = typeof a.key === "string" ? a.key.localeCompare(b.key) : a.key - b.key;
        return isDescending ? -order : order;
      });
      body.append(...keyed.map(({row}) => row));
    }));
  });

  const csvField = (value) => {
    if (value === null) return "";
    // A name that a spreadsheet would take for a formula is marked as text.
    const text = typeof value === "string" && /^[=+@\t-]/.test(value) ? "'" + value : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  function download() {
    const model = current();
    const lines = [["region", "value", model.counts, "share", "mean", "standard_error", "where"]];
    model.regions.forEach((region, id) => lines.push(
      [id, region.value, region.weight, region.weight / model.total, region.mean, region.error, region.where]));
    const text = lines.map((line) => line.map(csvField).join(",") + "\n").join("");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], {type: "text/csv"}));
    link.download = "regions.csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
  element("download").addEventListener("click", download);

  // --- Start ---

  for (const id of ["map-controls", "download"]) element(id).hidden = false;
  data.models.forEach((model, index) => element("class").append(new Option(model.name, index)));
  element("class-knob").hidden = data.models.length < 2;
  element("dots-switch").hidden = !data.models[0].points;
  for (const id of ["hatch-switch", "hatch-note"]) element(id).hidden = data.models[0].axes.length < 2;
  element("slice-knob").hidden = data.models[0].axes.length < 3;
  showModel(0);
  let waiting = 0;
  const redraw = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(draw);
  };
  window.addEventListener("resize", redraw);
  for (const [name, isBegin] of [["beforeprint", true], ["afterprint", false]]) {
    window.addEventListener(name, () => {
      isPrinting = isBegin;
      draw();
    });
  }
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  document.documentElement.dataset.ready = "true";
  setTimeout(() => current().unpackOthers(), 200);  // before somebody moves the slider
})();
