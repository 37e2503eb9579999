// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/grid/shape.h"

namespace gaptv {

// What is known of the outcomes in one cell: total weight, mean, and scatter = sum of weight * (value - mean)^2.
struct CellStats {
  double weight = 0;
  double mean = 0;
  double scatter = 0;

  // Chan's update: no difference of large sums, whatever the size of the values.
  void add(double value, double count) {
    weight += count;
    const double shift = value - mean;
    mean += shift * count / weight;
    scatter += count * shift * (value - mean);
  }
  void add(const CellStats& other) {
    if (other.weight <= 0) return;
    if (weight <= 0) {
      *this = other;
      return;
    }
    const double total = weight + other.weight;
    const double shift = other.mean - mean;
    mean += shift * other.weight / total;
    scatter += other.scatter + shift * shift * weight * other.weight / total;
    weight = total;
  }
};

// The statistics of every cell of a grid: all that the gap statistic, the solver, cross-validation and the report need.
// Whoever can count into cells (a database, a cluster) can stop here. Outcomes are in the units of an OutcomeScale.
struct CellTable {
  Shape shape;
  std::vector<CellStats> cells;  // numbered as Shape says

  CellTable() = default;
  explicit CellTable(Shape grid_shape) : shape(std::move(grid_shape)), cells(shape.cells()) {}
};

// Adds the statistics of b to those of a, cell by cell; the shapes must agree.
CellTable merge(CellTable a, const CellTable& b);
// Of one or more tables on the same grid.
CellTable merge_all(const std::vector<CellTable>& tables);

double total_weight(const CellTable& table);

}  // namespace gaptv
