// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Draws curves and writes them as a PDF for a paper: draw_figure errors.pdf
#include <exception>
#include <fstream>
#include <iostream>
#include <string>

#include "gaptv/figures/figure.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: draw_figure FILE.pdf\n";
    return 2;
  }
  try {
    gaptv::CurvePanel panel = {.x_label = "observations", .y_label = "RMSE", .has_log_x = true};
    panel.series = {{.name = "GapTV", .x = {50, 100, 200}, .y = {1.9, 1.5, 1.2}, .error = {0.2, 0.1, 0.1}}};
    const std::string pdf = gaptv::render({.panels = {panel}}, gaptv::FigureFormat::pdf);
    std::ofstream(argv[1], std::ios::binary) << pdf;
    std::cout << pdf.size() << " bytes\n";
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
