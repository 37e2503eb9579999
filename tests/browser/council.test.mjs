// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// What the report shows to people who know their town but not the method: places, shares, plain words.
import assert from "node:assert/strict";
import {readFileSync, writeFileSync} from "node:fs";
import {describe, test} from "node:test";
import {gaptv, open, path, recordTexts} from "./support.mjs";

// Rows of a map, made of the simulated ones: columns of other names, and an outcome of each row's own.
function writeRows(file, names, outcome, keeps = () => true) {
  const lines = readFileSync(path("points.csv"), "utf8").trimEnd().split("\n").slice(1);
  const rows = lines.map((line) => line.split(",").map(Number)).filter(([x1, x2]) => keeps(x1, x2));
  writeFileSync(path(file), names + "\n" + rows.map(([x1, x2, y], i) => [x1, x2, outcome(x1, x2, y, i)].join(",")).join("\n") + "\n");
}
const textsOf = (page) => page.evaluate(() => window.texts.map(({text}) => text));

describe("a page for a council", () => {
  const kinds = {
    numbers: ["", (x1, x2, y) => y],
    shares: ["", (x1, x2, y, i) => (x1 < 40 ? i % 5 : i % 2) === 0 ? 1 : 0],
    counts: [",days", (x1, x2, y, i) => `${x1 < 40 ? i % 3 : i % 7},${1 + i % 4}`],
  };
  for (const [kind, [more, outcome]] of Object.entries(kinds)) {
    test(`has none of the method's words on its first screen: ${kind}`, async () => {
      writeRows(`${kind}.csv`, "x1,x2,y" + more, outcome);
      gaptv("fit", `${kind}.csv`, "--x", "x1,x2", "--y", "y", ...(more === "" ? [] : ["--exposure", "days"]), "-o", `${kind}.json`, "--report", `${kind}.html`);
      const {page, problems, close} = await open(`${kind}.html`, {viewport: {width: 1280, height: 800}});
      const seen = await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(node);
          const box = range.getBoundingClientRect();
          if (box.width > 0 && box.top < 800 && !node.parentElement.closest("script, style")) texts.push(node.textContent);
        }
        return texts.join(" ");
      });
      assert.ok(seen.includes("Highest") && seen.includes("regions"), seen);
      assert.doesNotMatch(seen, /lambda|deviance|gap statistic/i);
      assert.ok(await page.locator("#canvas").evaluate((canvas) => canvas.getBoundingClientRect().bottom) < 800);
      assert.match(await page.locator("#experts").textContent(), /lambda/);
      assert.deepEqual(problems, []);
      await close();
    });
  }

  test("shares are percentages everywhere", async () => {
    const {page, close} = await open("shares.html", {}, recordTexts);
    const values = await page.locator("table.regions tbody td:nth-of-type(1)").allTextContents();
    assert.ok(values.every((text) => /^\d+(\.\d+)? %$/.test(text)), values.join());
    await page.locator("#canvas").hover();
    assert.match(await page.locator("#readout").textContent(), /^Region \d+, Probability of y = 1: \d+(\.\d+)? %\. /);
    assert.ok((await textsOf(page)).some((text) => /^\d+ %$/.test(text)));
    await close();
  });

  test("longitude and latitude have the form of the earth, longitude to the right", async () => {
    writeRows("places.csv", "lat,lon,y", (x1, x2, y) => y);
    writeFileSync(path("places.csv"), readFileSync(path("places.csv"), "utf8").split("\n").map((line, i) => {
      if (i === 0 || line === "") return line;
      const [x1, x2, y] = line.split(",").map(Number);
      return [50 + x1 / 5, x2 / 5, y].join(",");  // 50 to 70 degrees north
    }).join("\n"));
    gaptv("fit", "places.csv", "--x", "lat,lon", "--y", "y", "-o", "places.json", "--report", "places.html");
    const {page, close} = await open("places.html", {}, recordTexts);
    const [latitude, longitude] = JSON.parse(readFileSync(path("places.json"), "utf8")).surfaces[0].grid.axes;
    const frame = await page.evaluate(() => window.frameOfMap);
    const middle = (latitude.lowest + latitude.highest) / 2 * Math.PI / 180;
    const expected = (latitude.highest - latitude.lowest) / ((longitude.highest - longitude.lowest) * Math.cos(middle));
    assert.ok(Math.abs(frame.height / frame.width / expected - 1) < 0.01, `${frame.height} / ${frame.width}, not ${expected}`);
    const drawn = await page.evaluate(() => window.texts);
    assert.ok(drawn.some(({text, x}) => text === "lon" && Math.abs(x - frame.x - frame.width / 2) < 2));
    await page.locator("#equal").click();
    const free = await page.evaluate(() => window.frameOfMap);
    assert.ok(Math.abs(free.height / free.width / expected - 1) > 0.05);
    await close();
  });

  test("places without rows are blank, unless their values are asked for", async () => {
    writeRows("coast.csv", "x1,x2,y", (x1, x2, y) => y, (x1, x2) => x1 + x2 > 90);
    gaptv("fit", "coast.csv", "--x", "x1,x2", "--y", "y", "-o", "coast.json", "--report", "coast.html");
    const {page, close} = await open("coast.html", {deviceScaleFactor: 1}, recordTexts);
    const colours = () => page.evaluate(() => {
      const {x, y, width, height} = window.frameOfMap;
      const data = document.getElementById("canvas").getContext("2d").getImageData(x + 0.1 * width, y + 0.8 * height, 40, 40).data;
      const found = new Set();
      for (let i = 0; i < data.length; i += 4) found.add([data[i], data[i + 1], data[i + 2]].join());
      return [...found].sort();
    });
    assert.deepEqual(await colours(), ["208,215,222", "255,255,255"]);  // --line on --paper
    await page.locator("#hatch").click();
    assert.ok(!(await colours()).includes("255,255,255"));
    await close();
  });

  test("colours end before outliers, and the end says so", async () => {
    writeRows("outliers.csv", "x1,x2,y", (x1, x2, y) => x1 > 92 && x2 > 92 ? 1000 + y / 100 : x1 > 50 ? 10 + y / 100 : y / 100);
    gaptv("fit", "outliers.csv", "--x", "x1,x2", "--y", "y", "--bins", "14", "--lambda", "0.1", "-o", "outliers.json", "--report", "outliers.html", "--unit", "km");
    const {page, close} = await open("outliers.html", {}, recordTexts);
    const texts = await textsOf(page);
    assert.ok(texts.some((text) => /^≥ \d+$/.test(text)), texts.join("|"));
    assert.ok(texts.includes("y (km)"), texts.join("|"));
    await close();
  });
});
