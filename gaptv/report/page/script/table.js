// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The table of regions: points at the map, and sorts.
function keyOf(row, column) {
  const block = row.closest(".of-model");
  const region = data.models[block ? Number(block.dataset.model) : 0].regions[Number(row.dataset.region)];
  return [Number(row.dataset.region), region.value, region.weight, region.weight, region.mean, region.error, region.where][column];
}
function sortRows(body, column, isDescending) {
  const keyed = [...body.rows].map((row) => ({row, key: keyOf(row, column)}));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
    const order = typeof a.key === "string" ? a.key.localeCompare(b.key) : a.key - b.key;
    return isDescending ? -order : order;
  });
  body.append(...keyed.map(({row}) => row));
}

document.querySelectorAll("table.regions").forEach((table) => {
  const body = table.querySelector("tbody");
  body.addEventListener("pointerover", (event) => {
    const row = event.target.closest("tr");
    if (!row || drawn === null || !isChosen() || Number(row.dataset.region) === state.region) return;
    state.cell = null;
    showRegion(Number(row.dataset.region));
  });
  body.addEventListener("pointerleave", () => { if (drawn !== null) showRegion(null); });
  const headings = [...table.querySelectorAll("thead th")];
  headings.forEach((heading, column) => heading.querySelector("button").addEventListener("click", () => {
    const isDescending = heading.getAttribute("aria-sort") !== "descending" && column !== 0 && column !== 6
      || heading.getAttribute("aria-sort") === "ascending";
    headings.forEach((other) => other.setAttribute("aria-sort", "none"));
    heading.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
    sortRows(body, column, isDescending);
  }));
});
