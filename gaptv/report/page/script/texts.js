// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The texts and the table that follow the number of regions: facts at the top, highest and lowest, all regions.
function make(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// Fewer rows say little; gaptv/output/telling_weight.h says the same.
const tellingWeight = (model) => model.has_exposure ? 0.01 * model.total : 30;

function extremesOf(model, regions) {
  const sortBy = (least) => regions.map((region, number) => ({...region, number})).filter(({weight}) => weight > 0 && weight >= least).sort((a, b) => a.value - b.value);
  let sorted = sortBy(tellingWeight(model));
  if (sorted.length < 2) sorted = sortBy(0);
  const count = Math.min(3, sorted.length >> 1);
  return {highest: sorted.slice(sorted.length - count).reverse(), lowest: sorted.slice(0, count)};
}
function fillExtremes(list, regions) {
  list.replaceChildren(...regions.map((region) => {
    const item = make("li", "");
    item.append(make("strong", valueText(region.value)), ` in region ${region.number}: ${region.where} `, make("span", `(${countOfRegion(region)})`, {class: "quiet"}));
    return item;
  }));
}

function fillFacts(model, regions) {
  const values = regions.map(({value}) => value), held = heldOut(model);
  const texts = {
    regions: countText(regions.length),
    predictions: `${valueText(leastOf(values))} to ${valueText(mostOf(values))}`,
    error: held.error !== null ? valueText(held.error) : "-",
    explained: held.explained !== null ? percentText(Math.max(0, held.explained)) : "-",
  };
  for (const [key, text] of Object.entries(texts)) {
    const fact = partOf(`[data-fact="${key}"]`);
    if (fact) fact.textContent = text;
  }
}

function rowOf(model, region, number) {
  const row = document.createElement("tr");
  row.dataset.region = number;
  if (region.weight < tellingWeight(model)) row.classList.add("few");
  const cells = [
    valueNumber(region.value), countText(region.rows), ...(model.has_exposure ? [shortNumber(region.weight)] : []),
    percentText(region.weight / model.total), region.mean === null ? "-" : valueNumber(region.mean), region.error === null ? "-" : errorText(region.error),
  ];
  row.append(make("th", String(number), {scope: "row"}), ...cells.map((text) => make("td", text, {class: "number"})), make("td", region.where));
  return row;
}

// Puts everything on the page that is about the regions that are shown. What the page came with stays until then, so
// that it can be read without a script.
let shownFit = null;
function tellRegions() {
  const model = current(), fit = currentFit();
  if (fit === shownFit || (shownFit === null && isChosen())) return;
  shownFit = fit;
  fillFacts(model, fit.regions);
  const {highest, lowest} = extremesOf(model, fit.regions);
  for (const [name, regions] of [["highest", highest], ["lowest", lowest]]) {
    const list = partOf(`ul.${name}`);
    if (list) fillExtremes(list, regions);
  }
  const body = partOf("table.regions tbody");
  body.replaceChildren(...fit.regions.map((region, number) => rowOf(model, region, number)));
  sortAsBefore(body.closest("table"));
}
