// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The report of a map in a real browser. tests/browser/run starts it.
import assert from "node:assert/strict";
import {createHash} from "node:crypto";
import {readFileSync, writeFileSync} from "node:fs";
import {describe, test} from "node:test";
import {pathToFileURL} from "node:url";
import {inflateSync} from "node:zlib";
import {gaptv, model, newContext, open, path, picture, recordTexts} from "./support.mjs";

// Where on the page the middle of a cell is, by the scale that the axes show.
async function placeOfCell(page, of, bins) {
  return page.evaluate(({axes, bins}) => {
    const canvas = document.getElementById("canvas"), frame = canvas.getBoundingClientRect();
    const context = canvas.getContext("2d"), ratio = canvas.width / frame.width;
    // The box of the map: between the columns and rows that its frame fills.
    const data = context.getImageData(0, 0, canvas.width, canvas.height).data;
    const isDrawn = (x, y) => data[4 * (y * canvas.width + x) + 3] > 0;
    const middleY = Math.round(canvas.height * 0.4), middleX = Math.round(canvas.width * 0.6);
    let right = canvas.width - 1, left = middleX, top = middleY, bottom = middleY;
    while (!isDrawn(right, middleY)) --right;
    while (left > 0 && isDrawn(left - 1, middleY)) --left;
    while (top > 0 && isDrawn(middleX, top - 1)) --top;
    while (bottom < canvas.height - 1 && isDrawn(middleX, bottom + 1)) ++bottom;
    const share = (axis, bin) => {
      const borders = [axis.lowest, ...axis.edges, axis.highest];
      return ((borders[bin] + borders[bin + 1]) / 2 - axis.lowest) / (axis.highest - axis.lowest);
    };
    return {
      x: frame.left + (left + share(axes[0], bins[0]) * (right - left)) / ratio,
      y: frame.top + (top + (1 - share(axes[1], bins[1])) * (bottom - top)) / ratio,
    };
  }, {axes: of.grid.axes, bins});
}

const valueInTable = (page, region) => page.locator(`table.regions tr[data-region="${region}"] td`).first().textContent();

describe("a map of two features", () => {
  test("opens soon, without errors and without any request", async () => {
    const {page, problems, close} = await open("plane.html");
    const milliseconds = await page.evaluate(() => performance.now());
    assert.ok(milliseconds < 3000, `interactive after ${milliseconds} ms`);  // 1 s on an idle machine; tests share theirs
    assert.match(await page.title(), /^y by x1 and x2$/);
    assert.equal(await page.locator(".fact dd").first().textContent(), String(model().regions.length));
    assert.deepEqual(problems, []);
    await close();
  });

  test("shows the value of a known cell under the pointer", async () => {
    const {page, close} = await open("plane.html");
    await page.locator("#canvas").scrollIntoViewIfNeeded();
    const fitted = model();
    const [columns, rows] = fitted.grid.axes.map((axis) => axis.edges.length + 1);
    for (const [i, j] of [[columns >> 1, rows >> 1], [3, 4], [columns - 4, rows - 5]]) {
      const place = await placeOfCell(page, fitted, [i, j]);
      await page.mouse.move(place.x, place.y);
      const region = fitted.regions[fitted.region_of_cell[i * rows + j]];
      const text = await page.locator("#readout").textContent();
      assert.ok(text.startsWith(`Region ${region.id}, y: ${await valueInTable(page, region.id)}.`), `${text} for ${region.value}`);
      assert.ok(text.includes(`${region.weight.toLocaleString("en-US")} row`), text);
    }
    await close();
  });

  test("says why there are so many regions", async () => {
    const {page, close} = await open("plane.html");
    assert.match(await page.locator("#why").textContent(), new RegExp(` ${model().regions.length}: neighbouring cells were joined`));
    await close();
  });

  test("numbers the regions on the map as in the table, each within its region", async () => {
    const {page, close} = await open("plane.html", {}, recordTexts);
    const fitted = model(), [columns, rows] = fitted.grid.axes.map((axis) => axis.edges.length + 1);
    const numbers = (await page.evaluate(() => window.texts)).filter(({isNumber}) => isNumber);
    const shown = numbers.map(({text}) => Number(text));
    assert.ok(shown.length >= 5, shown.join());
    assert.equal(new Set(shown).size, shown.length);
    const frame = await page.evaluate(() => window.frameOfMap);
    const binAt = (axis, share) => axis.edges.filter((edge) => axis.lowest + share * (axis.highest - axis.lowest) >= edge).length;
    for (const {text, x, y} of numbers) {
      const i = binAt(fitted.grid.axes[0], (x - frame.x) / frame.width), j = binAt(fitted.grid.axes[1], 1 - (y - 4 - frame.y) / frame.height);
      assert.equal(fitted.region_of_cell[i * rows + j], Number(text));
    }
    assert.ok(columns > 0);
    await close();
  });

  test("a tap shows its region and keeps it", async () => {
    const {page, close} = await open("plane.html", {hasTouch: true});
    await page.locator("#canvas").scrollIntoViewIfNeeded();
    const place = await placeOfCell(page, model(), [3, 4]);
    await page.touchscreen.tap(place.x, place.y);
    assert.match(await page.locator("#readout").textContent(), /^Region \d+, y: /);
    await close();
  });

  test("marks the row of the region that is shown, and no other", async () => {
    const {page, close} = await open("plane.html");
    const rows = page.locator("table.regions tbody tr");
    await rows.nth(1).hover();
    const region = await rows.nth(1).getAttribute("data-region");
    assert.deepEqual(await page.locator("tr.current").evaluateAll((found) => found.map((row) => row.dataset.region)), [region]);
    await page.mouse.move(2, 2);
    assert.equal(await page.locator("tr.current").count(), 0);
    await close();
  });

  test("map, texts, table, download and error follow the number of regions", async () => {
    const {page, problems, close} = await open("plane.html");
    const slider = page.locator("#count"), text = page.locator("#count-text"), rows = page.locator("table.regions tbody tr");
    const facts = () => Promise.all(["regions", "predictions", "error", "explained"].map((key) => page.locator(`[data-fact="${key}"]`).textContent()));
    const chosen = await picture(page), chosenText = await text.textContent(), chosenTable = await page.locator("table.regions tbody").innerText();
    const chosenFacts = await facts(), beside = await page.locator("#beside").innerText();
    assert.match(chosenText, /This is the chosen model/);
    assert.ok(chosenText.startsWith(`${model().regions.length} region`), chosenText);
    await slider.focus();
    await page.keyboard.press("Home");
    assert.match(await text.textContent(), /^1 region: typical error \(RMSE\) on rows not seen .* explained/);
    assert.notEqual(await picture(page), chosen);
    assert.equal(await rows.count(), 1);
    assert.equal((await facts())[0], "1");
    for (let i = 1; i < 4; ++i) await page.keyboard.press("ArrowRight");
    assert.match(await text.textContent(), /^4 regions: /);
    assert.equal(await rows.count(), 4);
    const counts = await rows.locator("td:nth-of-type(2)").allTextContents();
    assert.equal(counts.map((count) => Number(count.replaceAll(",", ""))).reduce((a, b) => a + b), 1000);
    assert.notEqual(await page.locator("#beside").innerText(), beside);
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#download").click()]);
    assert.equal(readFileSync(await download.path(), "utf8").trimEnd().split("\n").length, 5);
    await slider.focus();
    await page.keyboard.press("End");
    const many = await text.textContent();
    assert.ok(parseInt(many.replaceAll(",", ""), 10) > model().regions.length, many);
    assert.equal(await rows.count(), parseInt(many.replaceAll(",", ""), 10));
    assert.equal(await page.locator("figure.held-out svg .current").getAttribute("visibility"), "visible");
    await page.locator("#back").click();
    assert.equal(await text.textContent(), chosenText);
    assert.equal(await picture(page), chosen);
    // What the script writes of the chosen model is what the page came with.
    assert.equal(await page.locator("table.regions tbody").innerText(), chosenTable);
    assert.deepEqual(await facts(), chosenFacts);
    assert.equal(await page.locator("#beside").innerText(), beside);
    assert.deepEqual(problems, []);
    await close();
  });

  test("so many regions are those of a fit that asks for so many", async () => {
    gaptv("fit", "points.csv", "--x", "x1,x2", "--y", "y", "--regions", "6", "-o", "six.json");
    const six = JSON.parse(readFileSync(path("six.json"), "utf8")).surfaces[0];
    const {page, close} = await open("plane.html");
    await page.locator("#count").focus();
    await page.keyboard.press("Home");
    for (let i = 1; i < 6; ++i) await page.keyboard.press("ArrowRight");
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#download").click()]);
    const lines = readFileSync(await download.path(), "utf8").trimEnd().split("\n").slice(1).map((line) => line.split(","));
    assert.equal(lines.length, six.regions.length);
    six.regions.forEach((region, i) => {
      assert.ok(Math.abs(Number(lines[i][1]) - region.value) < 1e-5 * Math.abs(region.value) + 1e-9, `${lines[i]} for ${region.value}`);
      assert.equal(Number(lines[i][2]), region.weight);
    });
    await close();
  });

  test("can be read with the keyboard alone", async () => {
    const {page, close} = await open("plane.html");
    await page.locator("#count").focus();
    for (let i = 0; i < 20 && await page.evaluate(() => document.activeElement.id) !== "canvas"; ++i) await page.keyboard.press("Shift+Tab");
    const first = await page.locator("#readout").textContent();
    assert.match(first, /^Region \d+, y: /);
    await page.keyboard.press("ArrowDown");
    const second = await page.locator("#readout").textContent();
    assert.match(second, /^Region \d+, y: /);
    assert.notEqual(second, first);
    await page.keyboard.press("Escape");
    assert.match(await page.locator("#readout").textContent(), /^Point at the map/);
    assert.match(await page.locator("#canvas").getAttribute("aria-label"), /regions, from/);
    await close();
  });

  test("the table sorts and can be downloaded", async () => {
    const {page, close} = await open("plane.html");
    const values = () => page.locator("table.regions tbody tr td:nth-of-type(1)").allTextContents();
    const heading = page.locator("table.regions thead button").nth(1);
    await heading.click();
    const falling = (await values()).map(Number);
    assert.deepEqual(falling, [...falling].sort((a, b) => b - a));
    await heading.click();
    const rising = (await values()).map(Number);
    assert.deepEqual(rising, [...rising].sort((a, b) => a - b));
    assert.notDeepEqual(rising, falling);
    assert.equal(await page.locator("table.regions th").nth(1).getAttribute("aria-sort"), "ascending");
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#download").click()]);
    const lines = readFileSync(await download.path(), "utf8").trimEnd().split("\n");
    assert.equal(lines[0], "region,value,rows,share,mean,standard_error,where");
    assert.equal(lines.length, 1 + model().regions.length);
    assert.ok(lines[1].startsWith(`0,${model().regions[0].value},`), lines[1]);
    await close();
  });

  test("switches change the picture", async () => {
    const {page, close} = await open("plane.html");
    let before = await picture(page);
    for (const id of ["equal", "dots"]) {
      await page.locator("#" + id).click();
      const now = await picture(page);
      assert.notEqual(now, before, id);
      before = now;
    }
    await close();
  });
});

describe("the page itself", () => {
  for (const colorScheme of ["light", "dark"]) {
    test(`fits a phone, ${colorScheme}`, async () => {
      const {page, problems, close} = await open("plane.html", {viewport: {width: 360, height: 740}, colorScheme});
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.equal(widths[0], widths[1], "the page scrolls sideways");
      // Text blocks and controls lie below or beside each other, never on each other.
      const overlaps = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll("h1, h2, h3, .fact, #beside li, #canvas, #legend, #readout, .knob > *, .switches label, figcaption, figure svg, .choices dd, .scroll, pre, section > p, .of-model > p")]
          .filter((e) => e.offsetParent !== null && !e.classList.contains("hidden") && e.tagName !== "DATALIST")
          .map((e) => ({name: e.tagName + "#" + e.id + "." + e.className, r: e.getBoundingClientRect(), e}));
        const found = [];
        for (const a of boxes) for (const b of boxes) {
          if (a === b || a.e.contains(b.e) || b.e.contains(a.e)) continue;
          const across = Math.min(a.r.right, b.r.right) - Math.max(a.r.left, b.r.left);
          const down = Math.min(a.r.bottom, b.r.bottom) - Math.max(a.r.top, b.r.top);
          if (across > 1 && down > 1) found.push(a.name + " on " + b.name);
        }
        return found;
      });
      assert.deepEqual(overlaps, []);
      const [ink, paper] = await page.evaluate(() => {
        const style = getComputedStyle(document.body);
        return [style.color, style.backgroundColor].map((c) => c.match(/\d+/g).map(Number).reduce((a, b) => a + b, 0));
      });
      assert.ok(colorScheme === "dark" ? ink > paper + 400 : paper > ink + 400, `ink ${ink}, paper ${paper}`);
      assert.deepEqual(problems, []);
      await close();
    });
  }

  test("draws without errors at every width", async () => {
    const {page, problems, close} = await open("plane.html");
    for (let width = 300; width <= 500; width += 7) {
      await page.setViewportSize({width, height: 700});
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
    await page.locator("#equal").click();
    assert.deepEqual(problems, []);
    await close();
  });

  test("names from outside stay text", async () => {
    const attack = `<script>alert(1)</script>`, other = `"><img src=x onerror=alert(2)>`;
    const rows = readFileSync(path("points.csv"), "utf8").split("\n").slice(1, 300);
    const quote = (name) => `"${name.replaceAll('"', '""')}"`;
    writeFileSync(path("attack.csv"), [quote(attack), quote(other), "=1+1"].join(",") + "\n" + rows.join("\n") + "\n");
    gaptv("fit", "attack.csv", "--x", "#1", "--x", "#2", "--y", "#3", "-o", "attack.json", "--report", "attack.html");
    const {page, problems, close} = await open("attack.html");
    assert.ok((await page.locator("h1").textContent()).includes(attack));
    assert.ok((await page.locator("h1").textContent()).includes(other));
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.locator("script").count(), 2);
    await page.locator("#canvas").hover();
    assert.ok((await page.locator("#readout").textContent()).includes("=1+1"));
    assert.deepEqual(problems, []);
    await close();
  });

  test("its policy names the digests of its script and its style", () => {
    const html = readFileSync(path("plane.html"), "utf8");
    for (const [kind, element] of [["script", /<script>(.*?)<\/script>/s], ["style", /<style>(.*?)<\/style>/s]]) {
      const digest = createHash("sha256").update(html.match(element)[1]).digest("base64");
      assert.ok(html.includes(`${kind}-src 'sha256-${digest}';`), kind);
    }
  });

  test("its policy stops scripts that were put in later", async () => {
    const page_ = readFileSync(path("plane.html"), "utf8");
    writeFileSync(path("injected.html"), page_.replace("</main>", "<script>document.title = 'taken'</script><img src='http://127.0.0.1:9/x.png'></main>"));
    const context = await newContext();
    const page = await context.newPage();
    const requests = [];
    page.on("requestfinished", (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(path("injected.html")).href);
    assert.notEqual(await page.title(), "taken");
    assert.equal(requests.filter((url) => url.startsWith("http")).length, 0);
    await context.close();
  });

  test("says what it can in a browser that cannot unpack its numbers", async () => {
    const context = await newContext();
    await context.addInitScript(() => { delete window.DecompressionStream; });
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(pathToFileURL(path("plane.html")).href);
    assert.match(await page.locator("#no-map").textContent(), /^The map cannot be shown: this browser is too old .* Firefox from 113, Safari from 16.4. The texts and tables do not need it.$/);
    assert.ok(await page.locator("#no-map").isVisible());
    assert.ok(await page.locator("#canvas").isHidden());
    const heading = page.locator("table.regions thead button").nth(1);
    await heading.click();
    await heading.click();
    const values = (await page.locator("table.regions tbody tr td:nth-of-type(1)").allTextContents()).map(Number);
    assert.deepEqual(values, [...values].sort((a, b) => a - b));
    assert.deepEqual(errors, []);
    await context.close();
  });

  test("says that it is damaged instead of showing an empty map", async () => {
    writeFileSync(path("damaged.html"), readFileSync(path("plane.html"), "utf8").replace(/"weight":"[^"]{8}/, '"weight":"AAAAAAAA'));
    const context = await newContext();
    const page = await context.newPage();
    await page.goto(pathToFileURL(path("damaged.html")).href);
    await page.locator("#no-map").waitFor({state: "visible", timeout: 10000});
    assert.match(await page.locator("#no-map").textContent(), /seems to be damaged/);
    await context.close();
  });

  test("numbers that were not compressed make the same map, in any browser", async () => {
    const packed = await open("plane.html");
    const expected = await picture(packed.page);
    await packed.close();
    const isPacked = (text) => /^[A-Za-z0-9+/]{8,}=*$/.test(text) && text.startsWith("eN");  // how zlib begins at its best compression
    const unpack = (key, value) => {
      if (key === "compressed") return false;
      return typeof value === "string" && isPacked(value) ? inflateSync(Buffer.from(value, "base64")).toString("base64") : value;
    };
    const html = readFileSync(path("plane.html"), "utf8");
    const plain = html.replace(/(id="data">)(.*?)(<\/script>)/s, (_, open, json, close) => open + JSON.stringify(JSON.parse(json, unpack)).replaceAll("<", "\\u003c") + close);
    assert.ok(plain.length > html.length);
    writeFileSync(path("plain.html"), plain);
    const {page, problems, close} = await open("plain.html", {}, () => { delete window.DecompressionStream; });
    assert.equal(await picture(page), expected);
    await page.locator("#count").focus();
    await page.keyboard.press("Home");
    assert.match(await page.locator("#count-text").textContent(), /^1 region: /);
    assert.deepEqual(problems, []);
    await close();
  });

  test("says what it can without JavaScript", async () => {
    const context = await newContext({javaScriptEnabled: false});
    const page = await context.newPage();
    await page.goto(pathToFileURL(path("plane.html")).href);
    assert.equal(await page.locator("table.regions tbody tr").count(), model().regions.length);
    assert.ok(await page.locator("noscript").isVisible());
    await context.close();
  });
});
