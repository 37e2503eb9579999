// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The page: its elements, its colours and the data that it carries.
const element = (id) => document.getElementById(id);
const data = JSON.parse(element("data").textContent);

// What belongs to the model that is shown, where there are several, or else to the only one.
const partOf = (selector) =>
  document.querySelector(`.of-model[data-model="${state.model}"] ${selector}`) ?? document.querySelector(selector);

const themeColour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
