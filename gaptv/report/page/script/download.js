// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The table as a CSV file.
function csvField(value) {
  if (value === null) return "";
  // A name that a spreadsheet would take for a formula is marked as text.
  const text = typeof value === "string" && /^[=+@\t-]/.test(value) ? "'" + value : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
function download() {
  const model = current();
  const exposure = (value) => model.has_exposure ? [value] : [];
  const lines = [["region", "value", "rows", ...exposure("exposure"), "share", "mean", "standard_error", "where"]];
  currentFit().regions.forEach((region, number) => lines.push(
    [number, region.value, region.rows, ...exposure(region.weight), region.weight / model.total, region.mean, region.error, region.where]));
  const text = lines.map((line) => line.map(csvField).join(",") + "\n").join("");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {type: "text/csv"}));
  link.download = "regions.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
element("download").addEventListener("click", download);
