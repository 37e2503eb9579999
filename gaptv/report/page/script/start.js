// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Shows the controls that this page needs, and the first model.
for (const id of ["map-controls", "download"]) element(id).hidden = false;
data.models.forEach((model, index) => element("class").append(new Option(model.name, index)));
element("class-knob").hidden = data.models.length < 2;
element("dots-switch").hidden = !data.models[0].points;
for (const id of ["hatch-switch", "hatch-note"]) element(id).hidden = data.models[0].axes.length < 2;
element("slice-knob").hidden = data.models[0].axes.length < 3;

slider.addEventListener("input", () => showFit(Number(slider.value)));
element("back").addEventListener("click", () => showFit(current().chosen));
for (const id of ["hatch", "equal", "dots"]) element(id).addEventListener("change", draw);
element("slice").addEventListener("input", () => showSlice(Number(element("slice").value)));
element("class").addEventListener("change", (event) => showModel(Number(event.target.value)));
showModel(0);

let waiting = 0;
function redraw() {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(draw);
}
window.addEventListener("resize", redraw);
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
for (const [name, isBegin] of [["beforeprint", true], ["afterprint", false]]) {
  window.addEventListener(name, () => {
    isPrinting = isBegin;
    draw();
  });
}
document.documentElement.dataset.ready = "true";
setTimeout(() => current().unpackOthers(), 200);  // before somebody moves the slider
