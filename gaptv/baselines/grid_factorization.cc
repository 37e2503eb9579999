// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/grid_factorization.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gaptv/baselines/slice_differences.h"

namespace gaptv {
namespace {

// Boxes of so few cells are eliminated at once: cutting them further would save less than fronts cost.
constexpr std::size_t leaf_cells = 12;

// target += the sum of count columns of a (each at the distance height from the one before), column k times factor(k).
template <typename Factor>
void add_columns(double* target, std::size_t length, const double* a, std::size_t height, std::size_t count,
                 const Factor& factor) {
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4) {
    const double* const a0 = a + k * height;
    const double* const a1 = a0 + height;
    const double* const a2 = a1 + height;
    const double* const a3 = a2 + height;
    const double f0 = factor(k);
    const double f1 = factor(k + 1);
    const double f2 = factor(k + 2);
    const double f3 = factor(k + 3);
    for (std::size_t i = 0; i < length; ++i) target[i] += (a0[i] * f0 + a1[i] * f1) + (a2[i] * f2 + a3[i] * f3);
  }
  for (; k < count; ++k) {
    const double* const a0 = a + k * height;
    const double f0 = factor(k);
    for (std::size_t i = 0; i < length; ++i) target[i] += a0[i] * f0;
  }
}

// target -= the same columns, each times the entry of a row: factor points to that of the first column.
void subtract_columns(double* target, std::size_t length, const double* a, std::size_t height, const double* factor,
                      std::size_t count) {
  add_columns(target, length, a, height, count, [&](std::size_t k) { return -factor[k * height]; });
}

// The product of x with each of count columns. Four at a time: one sum alone would wait for its own last addition.
void multiply_columns(double* product, const double* a, std::size_t height, std::size_t count, const double* x,
                      std::size_t length) {
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4) {
    const double* const a0 = a + k * height;
    const double* const a1 = a0 + height;
    const double* const a2 = a1 + height;
    const double* const a3 = a2 + height;
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    for (std::size_t i = 0; i < length; ++i) {
      sum0 += a0[i] * x[i];
      sum1 += a1[i] * x[i];
      sum2 += a2[i] * x[i];
      sum3 += a3[i] * x[i];
    }
    product[k] = sum0;
    product[k + 1] = sum1;
    product[k + 2] = sum2;
    product[k + 3] = sum3;
  }
  for (; k < count; ++k) {
    const double* const a0 = a + k * height;
    double sum = 0;
    for (std::size_t i = 0; i < length; ++i) sum += a0[i] * x[i];
    product[k] = sum;
  }
}

}  // namespace

// Lays out the fronts.
class GridFactorization::Dissection {
 public:
  Dissection(GridFactorization& target, const Shape& shape) : target_(target), differences_(shape) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      bins_[axis] = axis < shape.dimensions() ? shape.bins[axis] : 1;
    }
    place_of_.resize(shape.cells());
    Box all;
    all.end = bins_;
    cut(all);
    add_cell_slices();
    for (std::size_t front = 0; front < boxes_.size(); ++front) lay_out(front);
  }

 private:
  struct Box {
    std::array<std::size_t, 3> begin{};
    std::array<std::size_t, 3> end{};

    std::size_t length(std::size_t axis) const { return end[axis] - begin[axis]; }
    std::size_t cells() const { return length(0) * length(1) * length(2); }
  };

  std::size_t cell(std::size_t i, std::size_t j, std::size_t k) const { return (i * bins_[1] + j) * bins_[2] + k; }
  std::size_t stride(std::size_t axis) const { return axis == 0 ? bins_[1] * bins_[2] : axis == 1 ? bins_[2] : 1; }
  std::size_t bin_of(std::size_t cell, std::size_t axis) const { return cell / stride(axis) % bins_[axis]; }

  template <typename Visit>
  void for_each_cell(const Box& box, Visit&& visit) const {
    for (std::size_t i = box.begin[0]; i < box.end[0]; ++i) {
      for (std::size_t j = box.begin[1]; j < box.end[1]; ++j) {
        for (std::size_t k = box.begin[2]; k < box.end[2]; ++k) visit(cell(i, j, k));
      }
    }
  }

  // Calls visit(neighbour, slice between).
  template <typename Visit>
  void for_each_neighbour(std::size_t cell, Visit&& visit) const {
    for (std::size_t axis = 0; axis < differences_.shape().dimensions(); ++axis) {
      const std::size_t bin = bin_of(cell, axis);
      if (bin > 0) visit(cell - stride(axis), differences_.slice(axis, bin - 1));
      if (bin + 1 < bins_[axis]) visit(cell + stride(axis), differences_.slice(axis, bin));
    }
  }

  // Returns the number of the front that is eliminated last in the box.
  std::size_t cut(const Box& box) {
    std::size_t axis = 0;
    for (std::size_t other = 1; other < 3; ++other) {
      if (box.length(other) > box.length(axis)) axis = other;
    }
    std::vector<std::size_t> children;
    Box slab = box;
    if (box.cells() > leaf_cells && box.length(axis) > 2) {
      const std::size_t middle = box.begin[axis] + box.length(axis) / 2;
      Box before = box;
      before.end[axis] = middle;
      Box after = box;
      after.begin[axis] = middle + 1;
      slab.begin[axis] = middle;
      slab.end[axis] = middle + 1;
      children = {cut(before), cut(after)};
    }
    Front front;
    front.first = static_cast<std::uint32_t>(target_.cell_at_.size());
    front.pivots = static_cast<std::uint32_t>(slab.cells());
    for_each_cell(slab, [&](std::size_t cell) {
      place_of_[cell] = static_cast<std::uint32_t>(target_.cell_at_.size());
      target_.cell_at_.push_back(static_cast<std::uint32_t>(cell));
    });
    target_.fronts_.push_back(std::move(front));
    boxes_.push_back(box);
    children_.push_back(std::move(children));
    return boxes_.size() - 1;
  }

  void add_cell_slices() {
    target_.slices_begin_ = {0};
    for (std::size_t cell = 0; cell < place_of_.size(); ++cell) {
      for_each_neighbour(cell, [&](std::size_t /*neighbour*/, std::size_t slice) {
        target_.slices_of_cell_.push_back(static_cast<std::uint32_t>(slice));
      });
      target_.slices_begin_.push_back(static_cast<std::uint32_t>(target_.slices_of_cell_.size()));
    }
  }

  // Once a box is eliminated, the cells around it are joined with each other: they are the border of its front.
  std::vector<std::uint32_t> border_of(const Box& box) const {
    std::vector<std::uint32_t> border;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      Box face = box;
      const auto add_face = [&](std::size_t bin) {
        face.begin[axis] = bin;
        face.end[axis] = bin + 1;
        for_each_cell(face, [&](std::size_t cell) { border.push_back(place_of_[cell]); });
      };
      if (box.begin[axis] > 0) add_face(box.begin[axis] - 1);
      if (box.end[axis] < bins_[axis]) add_face(box.end[axis]);
    }
    std::sort(border.begin(), border.end());
    return border;
  }

  static std::uint32_t row_of(const Front& front, std::uint32_t place) {
    if (place < front.first + front.pivots) return place - front.first;
    const auto found = std::lower_bound(front.border.begin(), front.border.end(), place);
    return front.pivots + static_cast<std::uint32_t>(found - front.border.begin());
  }

  void lay_out(std::size_t number) {
    Front& front = target_.fronts_[number];
    front.border = border_of(boxes_[number]);
    front.columns = target_.factor_.size();
    target_.factor_.resize(front.columns + front.rows() * front.pivots);
    target_.longest_border_ = std::max(target_.longest_border_, front.border.size());
    target_.most_pivots_ = std::max<std::size_t>(target_.most_pivots_, front.pivots);
    for (std::uint32_t pivot = 0; pivot < front.pivots; ++pivot) {
      const std::uint32_t place = front.first + pivot;
      for_each_neighbour(target_.cell_at_[place], [&](std::size_t neighbour, std::size_t slice) {
        if (place_of_[neighbour] < place) return;
        const std::size_t entry = pivot * front.rows() + row_of(front, place_of_[neighbour]);
        front.edges.push_back({static_cast<std::uint32_t>(entry), static_cast<std::uint32_t>(slice)});
      });
    }
    for (const std::size_t child : children_[number]) {
      std::vector<std::uint32_t> rows;
      for (const std::uint32_t place : target_.fronts_[child].border) rows.push_back(row_of(front, place));
      front.children.push_back(std::move(rows));
    }
  }

  GridFactorization& target_;
  SliceDifferences differences_;
  std::array<std::size_t, 3> bins_{};
  std::vector<std::uint32_t> place_of_;
  std::vector<Box> boxes_;                          // by front
  std::vector<std::vector<std::size_t>> children_;  // by front
};

GridFactorization::GridFactorization(const Shape& shape) {
  const Dissection dissection(*this, shape);
}

// The children left the last matrices on the stack, the last child the last one. What concerns the pivots goes into the
// columns, the rest into the remainder.
void GridFactorization::add_children(const Front& front, double* columns) {
  const std::size_t rows = front.rows();
  const std::size_t height = front.border.size();
  remainder_.assign(height * height, 0.0);
  for (std::size_t child = front.children.size(); child-- > 0;) {
    const std::vector<std::uint32_t>& row_of = front.children[child];
    const std::size_t size = row_of.size();
    const double* const left = pending_.data() + pending_.size() - size * size;
    for (std::size_t j = 0; j < size; ++j) {
      double* const target = row_of[j] < front.pivots
                                 ? columns + row_of[j] * rows
                                 : remainder_.data() + (row_of[j] - front.pivots) * height - front.pivots;
      for (std::size_t i = j; i < size; ++i) target[row_of[i]] += left[j * size + i];
    }
    pending_.resize(pending_.size() - size * size);
  }
}

// Replaces the columns of the pivots by those of the factor, with the inverse of the diagonal on the diagonal.
void GridFactorization::eliminate(const Front& front, double* columns) {
  const std::size_t rows = front.rows();
  const std::size_t height = front.border.size();
  for (std::size_t j = 0; j < front.pivots; ++j) {
    double* const column = columns + j * rows;
    subtract_columns(column + j, rows - j, columns + j, rows, columns + j, j);
    const double inverse = 1 / std::sqrt(column[j]);
    column[j] = inverse;
    for (std::size_t i = j + 1; i < rows; ++i) column[i] *= inverse;
  }
  for (std::size_t j = 0; j < height; ++j) {
    const double* const first = columns + front.pivots + j;
    subtract_columns(remainder_.data() + j * height + j, height - j, first, rows, first, front.pivots);
  }
}

void GridFactorization::factorise(std::span<const double> diagonal, std::span<const double> slice_weight) {
  std::fill(factor_.begin(), factor_.end(), 0.0);
  pending_.clear();
  for (const Front& front : fronts_) {
    double* const columns = factor_.data() + front.columns;
    for (std::size_t pivot = 0; pivot < front.pivots; ++pivot) {
      const std::uint32_t cell = cell_at_[front.first + pivot];
      double entry = diagonal[cell];
      for (std::size_t i = slices_begin_[cell]; i < slices_begin_[cell + 1]; ++i) {
        entry += slice_weight[slices_of_cell_[i]];
      }
      columns[pivot * front.rows() + pivot] = entry;
    }
    for (const EdgeEntry& edge : front.edges) columns[edge.place] = -slice_weight[edge.slice];
    add_children(front, columns);
    eliminate(front, columns);
    pending_.insert(pending_.end(), remainder_.begin(), remainder_.end());
  }
}

std::vector<double> GridFactorization::solve(std::span<const double> right_side) const {
  std::vector<double> x(right_side.size());
  for (std::size_t place = 0; place < x.size(); ++place) x[place] = right_side[cell_at_[place]];
  std::vector<double> border(longest_border_);
  std::vector<double> of_border(most_pivots_);
  for (const Front& front : fronts_) {
    const std::size_t rows = front.rows();
    const double* const columns = factor_.data() + front.columns;
    double* const pivot = x.data() + front.first;
    for (std::size_t j = 0; j < front.pivots; ++j) {
      const double* const column = columns + j * rows;
      pivot[j] *= column[j];
      for (std::size_t i = j + 1; i < front.pivots; ++i) pivot[i] -= column[i] * pivot[j];
    }
    std::fill_n(border.begin(), front.border.size(), 0.0);
    add_columns(border.data(), front.border.size(), columns + front.pivots, rows, front.pivots,
                [pivot](std::size_t k) { return pivot[k]; });
    for (std::size_t i = 0; i < front.border.size(); ++i) x[front.border[i]] -= border[i];
  }
  for (std::size_t number = fronts_.size(); number-- > 0;) {
    const Front& front = fronts_[number];
    const std::size_t rows = front.rows();
    const double* const columns = factor_.data() + front.columns;
    double* const pivot = x.data() + front.first;
    for (std::size_t i = 0; i < front.border.size(); ++i) border[i] = x[front.border[i]];
    multiply_columns(of_border.data(), columns + front.pivots, rows, front.pivots, border.data(), front.border.size());
    for (std::size_t j = front.pivots; j-- > 0;) {
      const double* const column = columns + j * rows;
      double sum = of_border[j];
      for (std::size_t i = j + 1; i < front.pivots; ++i) sum += column[i] * pivot[i];
      pivot[j] = (pivot[j] - sum) * column[j];
    }
  }
  std::vector<double> result(x.size());
  for (std::size_t place = 0; place < x.size(); ++place) result[cell_at_[place]] = x[place];
  return result;
}

}  // namespace gaptv
