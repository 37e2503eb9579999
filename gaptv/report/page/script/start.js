// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Shows the controls that this page needs, and the first model.
function showControls() {
  for (const id of ["map-controls", "readout", "download"]) element(id).hidden = false;
  data.models.forEach((model, index) => element("class").append(new Option(model.name, index)));
  element("class-knob").hidden = data.models.length < 2;
  element("dots-switch").hidden = !data.models[0].points;
  for (const id of ["hatch-switch", "hatch-note"]) element(id).hidden = data.models[0].axes.length < 2;
  element("slice-knob").hidden = data.models[0].axes.length < 3;
}
function sayWhyThereIsNoMap(reason) {
  element("no-map").textContent = `The map cannot be shown: ${reason} The texts and tables do not need it.`;
  element("no-map").hidden = false;
}
function sayThatDataAreDamaged(error) {
  sayWhyThereIsNoMap("its numbers cannot be read, so this file seems to be damaged. Make the report again.");
  throw error;
}

function listenToControls() {
  slider.addEventListener("input", () => showFit(Number(slider.value)));
  element("back").addEventListener("click", () => showFit(current().chosen));
  for (const id of ["hatch", "equal", "dots"]) element(id).addEventListener("change", draw);
  element("slice").addEventListener("input", () => showSlice(Number(element("slice").value)));
  element("class").addEventListener("change", (event) => showModel(Number(event.target.value)).catch(sayThatDataAreDamaged));
}

let waiting = 0;
function redraw() {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(draw);
}
function listenToWindow() {
  window.addEventListener("resize", redraw);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  for (const [name, isBegin] of [["beforeprint", true], ["afterprint", false]]) {
    window.addEventListener(name, () => {
      isPrinting = isBegin;
      draw();
    });
  }
}

async function start() {
  await unpackedModel(0);
  showControls();
  listenToControls();
  listenToWindow();
  await showModel(0);
}

if (canUnpack) {
  start().catch(sayThatDataAreDamaged);
} else {
  sayWhyThereIsNoMap("this browser is too old to unpack its numbers. Chrome and Edge can from version 80, Firefox from 113, Safari from 16.4.");
}
