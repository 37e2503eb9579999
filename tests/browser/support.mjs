// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// What the browser tests share: a folder with the rows and the report of a fit, the browser, and pages opened in it.
import {execFileSync} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before} from "node:test";
import {pathToFileURL} from "node:url";

const {chromium} = createRequire(join(process.env.GAPTV_BROWSER_MODULES, "here.js"))("playwright-core");
const folder = mkdtempSync(join(tmpdir(), "gaptv_browser_"));
export const path = (name) => join(folder, name);
export const gaptv = (...words) => execFileSync(process.env.GAPTV_PROGRAM, words, {cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"]});

let browser;
export const newContext = (options) => browser.newContext(options);
before(async () => {
  browser = await chromium.launch({executablePath: process.env.GAPTV_BROWSER, args: ["--no-sandbox"]});
  gaptv("simulate", "plateaus", "-n", "1000", "--seed", "3", "-o", "points.csv");
  gaptv("fit", "points.csv", "--x", "x1,x2", "--y", "y", "-o", "model.json", "--report", "plane.html", "--report-rows");
});
after(async () => {
  await browser?.close();
  rmSync(folder, {recursive: true});
});

// Runs in the page before its script: keeps what is written and framed on canvases. Numbers of regions have a halo.
export function recordTexts() {
  window.texts = [];
  const prototype = CanvasRenderingContext2D.prototype, fillText = prototype.fillText, strokeText = prototype.strokeText, strokeRect = prototype.strokeRect;
  const halos = new Set();
  prototype.strokeText = function (text, x, y) { halos.add(`${text} ${x} ${y}`); strokeText.call(this, text, x, y); };
  prototype.fillText = function (text, x, y) { window.texts.push({text, x, y, isNumber: halos.has(`${text} ${x} ${y}`)}); fillText.call(this, text, x, y); };
  prototype.strokeRect = function (x, y, width, height) { window.frameOfMap = {x, y, width, height}; strokeRect.call(this, x, y, width, height); };
}

// Opens a page; whatever goes wrong on it or leaves it is kept in `problems`.
export async function open(file, options = {}, changeWindow = () => {}) {
  const context = await newContext({viewport: {width: 1000, height: 900}, ...options});
  await context.addInitScript(changeWindow);
  const page = await context.newPage();
  const problems = [];
  const url = pathToFileURL(path(file)).href;
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) problems.push(message.text()); });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => { if (request.url() !== url && !request.url().startsWith("blob:")) problems.push(`request of ${request.url()}`); });
  page.on("dialog", (dialog) => { problems.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
  await page.goto(url);
  await waitUntilShown(page);
  return {page, problems, close: () => context.close()};
}
export const waitUntilShown = (page) => page.waitForSelector("html[data-ready=true]", {timeout: 10000});
// The one surface of the fitted model.
export const model = () => JSON.parse(readFileSync(path("model.json"), "utf8")).surfaces[0];
export const picture = (page) => page.evaluate(() => document.getElementById("canvas").toDataURL());
