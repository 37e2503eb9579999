// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gaptv/baselines/crisp/front_kernels.h"
#include "gaptv/grid/shape.h"

namespace gaptv {

// Computes the Cholesky factorisation of matrices of a grid: a diagonal plus a weighted Laplacian, in which all edges
// between two neighbouring slices (rows, columns, layers) have the same weight.
//
// Cells are eliminated by nested dissection (George 1973): a slab of cells cuts a box in two, both parts are
// eliminated, then the slab. Each slab is one dense front (multifrontal method, Duff and Reid 1983), so that the work
// is done on short columns in the cache. On k x k cells that costs about 10 k^3 operations and 8 k^2 log2(k) numbers.
// The order depends on the shape only; one object serves many matrices.
class GridFactorization {
 public:
  explicit GridFactorization(const Shape& shape);

  // Factorises a matrix. "diagonal" has one entry per cell, >= 0, at least one > 0; "slice_weight" is > 0 and numbered
  // as in SliceDifferences.
  void factorise(std::span<const double> diagonal, std::span<const double> slice_weight);

  // Returns the solution of matrix * x = right_side for the last matrix that was factorised.
  std::vector<double> solve(std::span<const double> right_side) const;

 private:
  // Describes an entry of the matrix below the diagonal: minus the weight of an edge.
  struct EdgeEntry {
    std::uint32_t place;  // in the columns of the front
    std::uint32_t slice;
  };
  // Entries begin to end of a child's border are consecutive rows of its parent.
  struct Run {
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t row;  // of the first
  };
  // Describes a front that is summed into another.
  struct Child {
    std::size_t size = 0;  // of its border
    std::vector<Run> runs;
  };
  // Describes the cells that are eliminated together.
  struct Front {
    std::uint32_t first = 0;            // its cells have consecutive places in the order of elimination
    std::uint32_t pivots = 0;           // how many
    std::vector<std::uint32_t> border;  // places of the later cells that they touch, increasing
    std::size_t columns = 0;            // where its columns start in factor_; each has pivots + border.size() entries
    std::vector<EdgeEntry> edges;
    std::vector<Child> children;

    std::size_t rows() const { return pivots + border.size(); }
  };
  class Dissection;

  void add_children(const Front& front, double* columns);

  const FrontKernels& kernels_;
  std::vector<std::uint32_t> cell_at_;  // by place in the order of elimination
  // These are the slices between each cell and its neighbours, as many as it has.
  std::vector<std::uint32_t> slices_begin_;
  std::vector<std::uint32_t> slices_of_cell_;
  std::vector<Front> fronts_;  // children before their parents
  std::vector<double> factor_;
  std::vector<double> pending_;    // what eliminated fronts leave to their parents, a stack of triangles
  std::vector<double> remainder_;  // of the front at hand
  std::size_t most_rows_ = 0;
};

}  // namespace gaptv
