// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The reports of other models in a real browser: one feature and three, several classes, no path.
import assert from "node:assert/strict";
import {readFileSync, writeFileSync} from "node:fs";
import {describe, test} from "node:test";
import {gaptv, open, path, picture, waitUntilShown} from "./support.mjs";

describe("other models", () => {
  test("one feature: a step curve", async () => {
    gaptv("fit", "points.csv", "--x", "x1", "--y", "y", "-o", "line.json", "--report", "line.html", "--report-rows");
    const {page, problems, close} = await open("line.html");
    const means = await picture(page);
    await page.locator("#dots").click();
    assert.notEqual(await picture(page), means);
    await page.locator("#canvas").hover();
    assert.match(await page.locator("#readout").textContent(), /^Region \d+, y: /);
    assert.ok(await page.locator("#hatch-switch").isHidden());
    assert.deepEqual(problems, []);
    await close();
  });

  test("three features: slices", async () => {
    const lines = readFileSync(path("points.csv"), "utf8").trimEnd().split("\n");
    writeFileSync(path("three.csv"), ["x1,x2,x3,y", ...lines.slice(1).map((line, i) => {
      const [x1, x2, y] = line.split(",");
      return [x1, x2, i % 10, Number(y) + (i % 10 > 5 ? 6 : 0)].join(",");
    })].join("\n") + "\n");
    gaptv("fit", "three.csv", "--x", "x1,x2,x3", "--y", "y", "-o", "three.json", "--report", "three.html");
    const {page, problems, close} = await open("three.html");
    const slice = page.locator("#slice");
    await slice.focus();
    await page.keyboard.press("Home");
    const first = await picture(page);
    assert.match(await page.locator("#slice-text").textContent(), /^x3 below .*slice 1 of/);
    await page.keyboard.press("End");
    assert.notEqual(await picture(page), first);
    assert.match(await page.locator("#slice-text").textContent(), /^x3 .* or more/);
    assert.deepEqual(problems, []);
    await close();
  });

  test("several classes: one map for each", async () => {
    const lines = readFileSync(path("points.csv"), "utf8").trimEnd().split("\n");
    writeFileSync(path("classes.csv"), ["x1,x2,kind", ...lines.slice(1).map((line) => {
      const [x1, x2] = line.split(",").map(Number);
      return [x1, x2, x1 < 30 ? "low" : x2 < 50 ? "<b>middle</b>" : "high"].join(",");
    })].join("\n") + "\n");
    gaptv("fit", "classes.csv", "--x", "x1,x2", "--y", "kind", "-o", "classes.json", "--report", "classes.html", "--bins", "8");
    const {page, problems, close} = await open("classes.html");
    const choice = page.locator("#class");
    const names = await choice.locator("option").allTextContents();
    assert.deepEqual([...names].sort(), ["<b>middle</b>", "high", "low"]);
    const first = await picture(page);
    await choice.selectOption({index: 2});
    await waitUntilShown(page);
    assert.notEqual(await picture(page), first);
    assert.equal(await page.locator("table.regions:visible").count(), 1);
    assert.deepEqual(problems, []);
    await close();
  });

  test("a slice stays when another class is shown", async () => {
    const lines = readFileSync(path("three.csv"), "utf8").trimEnd().split("\n");
    writeFileSync(path("solid.csv"), ["x1,x2,x3,kind", ...lines.slice(1).map((line) => {
      const [x1, x2, x3] = line.split(",").map(Number);
      return [x1, x2, x3, x1 < 30 ? "low" : x3 < 5 ? "middle" : "high"].join(",");
    })].join("\n") + "\n");
    gaptv("fit", "solid.csv", "--x", "x1,x2,x3", "--y", "kind", "-o", "solid.json", "--report", "solid.html", "--bins", "6");
    const {page, close} = await open("solid.html");
    await page.locator("#slice").focus();
    await page.keyboard.press("Home");
    await page.locator("#class").selectOption({index: 1});
    await waitUntilShown(page);
    assert.match(await page.locator("#slice-text").textContent(), /slice 1 of 6/);
    await close();
  });

  for (const [name, ...options] of [["tree", "--method", "cart"], ["outliers", "--loss", "huber"], ["one", "--lambda", "1e9"], ["given", "--bins", "7", "--lambda", "2"]]) {
    test(`without much of a path: ${name}`, async () => {
      gaptv("fit", "points.csv", "--x", "x1,x2", "--y", "y", "-o", `${name}.json`, "--report", `${name}.html`, ...options);
      const {page, problems, close} = await open(`${name}.html`);
      assert.equal(await page.locator("#count-knob").isVisible(), name === "one" || name === "given");
      assert.equal(await page.locator("figure.cv").isVisible(), name === "outliers");
      if (name === "one") assert.match(await page.locator("#canvas").getAttribute("aria-label"), / 1 region, from/);
      assert.deepEqual(problems, []);
      await close();
    });
  }
});
