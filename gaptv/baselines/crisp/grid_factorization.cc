// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/grid_factorization.h"

#include <algorithm>
#include <array>
#include <utility>

#include "gaptv/baselines/crisp/slice_differences.h"

namespace gaptv {
namespace {

// Boxes of so few cells are eliminated at once: cutting them further would save less than fronts cost.
constexpr std::size_t leaf_cells = 20;

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

  static Child runs_in(const Front& front, const std::vector<std::uint32_t>& border) {
    Child child;
    child.size = border.size();
    for (std::uint32_t i = 0; i < border.size(); ++i) {
      const std::uint32_t row = row_of(front, border[i]);
      // A run within the columns of the pivots must not go on in those of the remainder.
      if (child.runs.empty() || row != child.runs.back().row + (i - child.runs.back().begin) || row == front.pivots) {
        child.runs.push_back({i, i, row});
      }
      child.runs.back().end = i + 1;
    }
    return child;
  }

  void lay_out(std::size_t number) {
    Front& front = target_.fronts_[number];
    front.border = border_of(boxes_[number]);
    front.columns = target_.factor_.size();
    target_.factor_.resize(front.columns + front.rows() * front.pivots);
    target_.most_rows_ = std::max(target_.most_rows_, front.rows());
    for (std::uint32_t pivot = 0; pivot < front.pivots; ++pivot) {
      const std::uint32_t place = front.first + pivot;
      for_each_neighbour(target_.cell_at_[place], [&](std::size_t neighbour, std::size_t slice) {
        if (place_of_[neighbour] < place) return;
        const std::size_t entry = pivot * front.rows() + row_of(front, place_of_[neighbour]);
        front.edges.push_back({static_cast<std::uint32_t>(entry), static_cast<std::uint32_t>(slice)});
      });
    }
    for (const std::size_t child : children_[number]) {
      front.children.push_back(runs_in(front, target_.fronts_[child].border));
    }
  }

  GridFactorization& target_;
  SliceDifferences differences_;
  std::array<std::size_t, 3> bins_{};
  std::vector<std::uint32_t> place_of_;
  std::vector<Box> boxes_;                          // by front
  std::vector<std::vector<std::size_t>> children_;  // by front
};

GridFactorization::GridFactorization(const Shape& shape) : kernels_(front_kernels()) {
  const Dissection dissection(*this, shape);
}

// The children left the last matrices on the stack, the last child the last one. What concerns the pivots goes into the
// columns, the rest into the remainder.
void GridFactorization::add_children(const Front& front, double* columns) {
  const std::size_t rows = front.rows();
  const std::size_t height = front.border.size();
  remainder_.resize(height * height);
  for (std::size_t j = 0; j < height; ++j) std::fill_n(remainder_.data() + j * height + j, height - j, 0.0);
  for (std::size_t child = front.children.size(); child-- > 0;) {
    const Child& runs = front.children[child];
    const std::size_t size = runs.size;
    const std::size_t entries = size * (size + 1) / 2;
    const double* left = pending_.data() + pending_.size() - entries;
    for (const Run& across : runs.runs) {
      for (std::size_t j = across.begin; j < across.end; ++j) {
        const std::size_t column = across.row + (j - across.begin);
        double* const target = column < front.pivots
                                   ? columns + column * rows
                                   : remainder_.data() + (column - front.pivots) * height - front.pivots;
        for (const Run* down = &across; down != runs.runs.data() + runs.runs.size(); ++down) {
          const std::size_t first = std::max<std::size_t>(down->begin, j);
          double* const place = target + down->row + (first - down->begin);
          const double* const from = left + (first - j);
          for (std::size_t i = 0; i < down->end - first; ++i) place[i] += from[i];
        }
        left += size - j;
      }
    }
    pending_.resize(pending_.size() - entries);
  }
}

void GridFactorization::factorise(std::span<const double> diagonal, std::span<const double> slice_weight) {
  pending_.clear();
  for (const Front& front : fronts_) {
    double* const columns = factor_.data() + front.columns;
    std::fill_n(columns, front.rows() * front.pivots, 0.0);
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
    kernels_.eliminate(columns, front.rows(), front.pivots, remainder_.data());
    const std::size_t height = front.border.size();
    for (std::size_t j = 0; j < height; ++j) {
      const double* const column = remainder_.data() + j * height;
      pending_.insert(pending_.end(), column + j, column + height);
    }
  }
}

std::vector<double> GridFactorization::solve(std::span<const double> right_side) const {
  std::vector<double> x(right_side.size());
  for (std::size_t place = 0; place < x.size(); ++place) x[place] = right_side[cell_at_[place]];
  std::vector<double> of_front(most_rows_);
  for (const Front& front : fronts_) {
    double* const pivots = x.data() + front.first;
    double* const border = of_front.data() + front.pivots;
    std::copy_n(pivots, front.pivots, of_front.data());
    std::fill_n(border, front.border.size(), 0.0);
    kernels_.forward(factor_.data() + front.columns, front.rows(), front.pivots, of_front.data());
    std::copy_n(of_front.data(), front.pivots, pivots);
    for (std::size_t i = 0; i < front.border.size(); ++i) x[front.border[i]] += border[i];
  }
  for (std::size_t number = fronts_.size(); number-- > 0;) {
    const Front& front = fronts_[number];
    double* const pivots = x.data() + front.first;
    double* const border = of_front.data() + front.pivots;
    std::copy_n(pivots, front.pivots, of_front.data());
    for (std::size_t i = 0; i < front.border.size(); ++i) border[i] = x[front.border[i]];
    kernels_.backward(factor_.data() + front.columns, front.rows(), front.pivots, of_front.data());
    std::copy_n(of_front.data(), front.pivots, pivots);
  }
  std::vector<double> result(x.size());
  for (std::size_t place = 0; place < x.size(); ++place) result[cell_at_[place]] = x[place];
  return result;
}

}  // namespace gaptv
