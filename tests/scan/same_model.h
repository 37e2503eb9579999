// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "gaptv/model/model.h"

namespace gaptv::testing {

// Expects the same grid, choices and regions; numbers that are sums may differ in their last digits.
inline void expect_same_model(const Model& a, const Model& b, const std::string& what) {
  SCOPED_TRACE(what);
  const Surface& first = a.surfaces.front();
  const Surface& second = b.surfaces.front();
  ASSERT_EQ(first.grid.axes.size(), second.grid.axes.size());
  const auto expect_near = [](double x, double y, const char* name) {
    EXPECT_LE(std::abs(x - y), 1e-12 * std::max(std::abs(x), std::abs(y))) << name << " " << x << " " << y;
  };
  for (std::size_t axis = 0; axis < first.grid.axes.size(); ++axis) {
    const std::vector<double>& edges = first.grid.axes[axis].edges;
    ASSERT_EQ(edges.size(), second.grid.axes[axis].edges.size());
    // Weights of precision are added up, and edges between two values depend on their sums: an edge near 0 is not known
    // better than others.
    for (std::size_t i = 0; a.record.weight_kind == "precision" && i < edges.size(); ++i) {
      const double size = std::max(std::abs(first.grid.axes[axis].lowest), std::abs(first.grid.axes[axis].highest));
      EXPECT_NEAR(edges[i], second.grid.axes[axis].edges[i], 1e-12 * size) << "edge";
    }
    if (a.record.weight_kind != "precision") {
      EXPECT_EQ(edges, second.grid.axes[axis].edges);
    }
    EXPECT_EQ(first.grid.axes[axis].bins_requested, second.grid.axes[axis].bins_requested);
    EXPECT_EQ(first.grid.axes[axis].lowest, second.grid.axes[axis].lowest);
    EXPECT_EQ(first.grid.axes[axis].highest, second.grid.axes[axis].highest);
  }
  expect_near(first.record.lambda, second.record.lambda, "lambda");
  EXPECT_EQ(a.record.rows, b.record.rows);
  EXPECT_EQ(a.record.dropped_rows, b.record.dropped_rows);
  EXPECT_EQ(a.record.loss, b.record.loss);
  EXPECT_EQ(a.record.weight_kind, b.record.weight_kind);
  // Weights of precision are hashed as they are scaled in memory, and as they are given in batches.
  if (a.record.weight_kind != "precision") {
    EXPECT_EQ(first.record.input_hash, second.record.input_hash);
  }
  expect_near(a.record.total_weight, b.record.total_weight, "total weight");
  ASSERT_EQ(first.region_of_cell, second.region_of_cell);
  ASSERT_EQ(first.beta.size(), second.beta.size());
  for (std::size_t cell = 0; cell < first.beta.size(); ++cell) {
    expect_near(first.beta[cell], second.beta[cell], "beta");
    EXPECT_EQ(first.cells[cell].weight > 0, second.cells[cell].weight > 0);
  }
  ASSERT_EQ(first.record.held_out.has_value(), second.record.held_out.has_value());
  if (first.record.held_out) expect_near(first.record.held_out->error, second.record.held_out->error, "held out");
}

}  // namespace gaptv::testing
