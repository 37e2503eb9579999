// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <vector>

#include "gaptv/grid/shape.h"

namespace gaptv {

// Holds what is known of the outcomes in one cell: total weight, mean, and scatter = sum of weight * (value - mean)^2.
struct CellStats {
  double weight = 0;
  double mean = 0;
  double scatter = 0;

  // Adds one observation by Chan's update, which takes no difference of large sums, whatever the size of the values.
  void add(double value) {
    weight += 1;
    const double shift = value - mean;
    mean += shift / weight;
    scatter += shift * (value - mean);
  }
  // Adds an observation of any weight. The share of the weight comes first: it is exactly 1 for the first observation
  // of a cell, whose mean is then exactly the value, and the scatter never falls, however different the weights are.
  void add(double value, double count) {
    const double before = weight;
    weight += count;
    const double share = count / weight;
    const double shift = value - mean;
    mean += shift * share;
    scatter += shift * shift * (before * share);
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

// Holds what rows say beyond their cells where a loss needs it (how far single counts are from the rate of their cell
// is not in the statistics of the cell). It is the same for every grid.
struct RowDeviance {
  double observations = 0;  // rows, counting copies, whatever their exposure
  double reference = 0;     // a mean outcome; the same in all tables of a fit
  double deviance = 0;      // what all rows together have if each is predicted by the reference
};

// Holds the statistics of every cell of a grid, which are all that the gap statistic, the solver, cross-validation and
// the report need. Whoever can count into cells (a database, a cluster) can stop here. Outcomes are in the units of an
// OutcomeScale.
struct CellTable {
  Shape shape;
  std::vector<CellStats> cells;     // numbered as Shape says
  std::optional<RowDeviance> rows;  // none: the cells say all that the loss needs

  CellTable() = default;
  explicit CellTable(Shape grid_shape) : shape(std::move(grid_shape)), cells(shape.cells()) {}
};

// Adds the statistics of b to those of a, cell by cell; the shapes must agree.
CellTable merge(CellTable a, const CellTable& b);
// Adds up one or more tables on the same grid.
CellTable merge_all(const std::vector<CellTable>& tables);
CellTable merge_all_but(const std::vector<CellTable>& tables, std::size_t left_out);

double total_weight(const CellTable& table);
// Returns the number of observations, which is the total weight, or with exposures the number of rows.
double observations(const CellTable& table);

}  // namespace gaptv
