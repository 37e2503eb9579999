// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// What is shown, and what the page says of it: a region, a fit, a slice, a model.
const slider = element("count"), readout = element("readout");
const hint = readout.textContent;

function tellRegion() {
  readout.textContent = state.region === null ? hint : describeRegion(state.region);
  document.querySelectorAll("tr.current").forEach((row) => row.classList.remove("current"));
  if (state.region !== null) partOf(`tr[data-region="${state.region}"]`)?.classList.add("current");
}
function tellFit() {
  const model = current(), count = currentFit().regions.length, held = heldOut(model);
  let text = `${countText(count)} ${plural(count, "region")}`;
  if (held.error !== null) {
    text += `: ${model.error_name} on rows not seen ${shortNumber(held.error)}` + (held.standardError !== null ? ` ± ${shortNumber(held.standardError, 2)}` : "");
    if (held.explained !== null) text += `, ${percentText(Math.max(0, held.explained))} explained`;
  }
  text += isChosen() ? ". This is the chosen model." : ". Map, table and download on this page show them.";
  element("count-text").textContent = text;
  slider.setAttribute("aria-valuetext", text);
  element("back").disabled = isChosen();
  moveMark(isChosen() ? null : placeOfCount(count));
}
function tellSlice() {
  const {axes, shape} = current();
  if (shape.length !== 3) return;
  const text = boundsText(axes[2], state.slice, state.slice) || `every ${axes[2].name}`;
  element("slice-text").textContent = `${text} (slice ${state.slice + 1} of ${shape[2]})`;
  element("slice").setAttribute("aria-valuetext", text);
}

const isEmptyAt = (cell) => cell !== null && current().isEmpty[cell] !== 0;
function showCell(cell) {
  const region = cell === null ? null : currentFit().label[cell];
  const isOther = region !== state.region || isEmptyAt(cell) !== isEmptyAt(state.cell), isElsewhere = cell !== state.cell;
  state.cell = cell;
  state.region = region;
  if (isOther) tellRegion();
  if (isOther || isElsewhere) draw();
}
// A region as a whole, or none.
function showRegion(region) {
  state.region = region;
  tellRegion();
  draw();
}
function showFit(index) {
  state.fit = index;
  slider.value = index;
  state.region = null;
  tellFit();
  tellRegions();
  const cell = state.cell;
  state.cell = null;
  tellRegion();
  if (cell === null) draw(); else showCell(cell);
}
function showSlice(bin) {
  state.slice = bin;
  tellSlice();
  state.cell = null;
  showRegion(null);
}

// Puts a model's numbers on the page: the map at once, the other numbers of regions for the slider as soon as they are unpacked. If
// another model is asked for meanwhile, that one is shown.
let wantedModel = null;
async function showModel(index) {
  wantedModel = index;
  document.documentElement.dataset.ready = "false";
  slider.disabled = true;
  const model = await unpackedModel(index);
  if (wantedModel !== index) return;
  setUpModel(index);
  await model.unpackOthers();
  if (wantedModel !== index) return;
  slider.disabled = false;
  document.documentElement.dataset.ready = "true";
}
function setUpModel(index) {
  state.model = index;
  const model = current();
  state.cell = state.region = null;
  document.querySelectorAll(".of-model").forEach((part) => { part.hidden = Number(part.dataset.model) !== index; });
  element("count-knob").hidden = model.path.counts.length < 2;
  slider.max = model.path.counts.length - 1;
  const mark = document.createElement("option");
  mark.value = model.chosen;
  element("count-mark").replaceChildren(mark);
  if (model.shape.length === 3) {
    element("slice").max = model.shape[2] - 1;
    state.slice = Math.min(state.slice ?? Math.floor(model.shape[2] / 2), model.shape[2] - 1);
    element("slice").value = state.slice;
  }
  drawCurves();
  tellSlice();
  showFit(model.chosen);
}
