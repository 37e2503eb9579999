// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The table of regions: points at the map, and sorts.
function keyOf(row, heading) {
  const block = row.closest(".of-model");
  const number = Number(row.dataset.region);
  const regions = models[state.model] ? currentFit().regions : data.models[block ? Number(block.dataset.model) : 0].regions;
  return heading === "region" ? number : regions[number][heading];
}
function sortRows(body, key, isDescending) {
  const keyed = [...body.rows].map((row) => ({row, key: keyOf(row, key)}));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
    const order = typeof a.key === "string" ? a.key.localeCompare(b.key) : a.key - b.key;
    return isDescending ? -order : order;
  });
  body.append(...keyed.map(({row}) => row));
}

// Headings name what they sort by.
function sortTable(table, heading, isDescending) {
  table.querySelectorAll("thead th").forEach((other) => other.setAttribute("aria-sort", "none"));
  heading.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
  sortRows(table.querySelector("tbody"), heading.dataset.key, isDescending);
}
// Sorts rows that are new as the ones before were.
function sortAsBefore(table) {
  const heading = table.querySelector('thead th:not([aria-sort="none"])');
  if (heading) sortTable(table, heading, heading.getAttribute("aria-sort") === "descending");
}

document.querySelectorAll("table.regions").forEach((table) => {
  const body = table.querySelector("tbody");
  body.addEventListener("pointerover", (event) => {
    const row = event.target.closest("tr");
    if (!row || drawn === null || Number(row.dataset.region) === state.region) return;
    state.cell = null;
    showRegion(Number(row.dataset.region));
  });
  body.addEventListener("pointerleave", () => { if (drawn !== null) showRegion(null); });
  table.querySelectorAll("thead th").forEach((heading) => heading.querySelector("button").addEventListener("click", () => {
    const order = heading.getAttribute("aria-sort"), isText = ["region", "where"].includes(heading.dataset.key);
    sortTable(table, heading, order === "none" ? !isText : order === "ascending");
  }));
});
