// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>
#include <cstddef>

namespace gaptv {

// Holds the one text of all FrontKernels, to be compiled for different instruction sets. Instructions has a type of its
// own in each source file: no two of them share a symbol, so that the linker cannot mix them up. For the same reason
// nothing here calls an inline function of another header.
//
// Vectors of four are an extension of GCC and Clang. Where a processor has shorter ones the compiler splits them, so
// that fewer fit into its registers: Instructions::vectors_per_tile is 1 there instead of 2.
template <typename Instructions>
class FrontKernelsBody {
 public:
  static void eliminate(double* columns, std::size_t rows, std::size_t pivots, double* remainder) {
    for (std::size_t first = 0; first < pivots; first += width) {
      const std::size_t count = pivots - first < width ? pivots - first : width;
      double* const block = columns + first * rows + first;
      subtract_product(block, rows, rows - first, count, columns + first, rows, first);
      eliminate_block(block, rows, rows - first, count);
    }
    const std::size_t height = rows - pivots;
    for (std::size_t first = 0; first < height; first += width) {
      const std::size_t count = height - first < width ? height - first : width;
      subtract_product(remainder + first * height + first, height, height - first, count, columns + pivots + first,
                       rows, pivots);
    }
  }

  static void forward(const double* columns, std::size_t rows, std::size_t pivots, double* x) {
    std::size_t j = 0;
    for (; j + width <= pivots; j += width) {
      const double* const block = columns + j * rows + j;
      for (std::size_t k = 0; k < width; ++k) {
        for (std::size_t i = 0; i < k; ++i) x[j + k] -= block[i * rows + k] * x[j + i];
        x[j + k] *= block[k * rows + k];
      }
      subtract_four_columns(x + j + width, rows - j - width, block + width, rows, x + j);
    }
    for (; j < pivots; ++j) {
      const double* const column = columns + j * rows + j;
      x[j] *= column[0];
      add_multiple(x + j + 1, rows - j - 1, column + 1, -x[j]);
    }
  }

  static void backward(const double* columns, std::size_t rows, std::size_t pivots, double* x) {
    std::size_t j = pivots;
    for (; j % width != 0; --j) {
      const double* const column = columns + (j - 1) * rows + (j - 1);
      x[j - 1] -= product(column + 1, x + j, rows - j);
      x[j - 1] *= column[0];
    }
    for (; j > 0; j -= width) {
      const double* const block = columns + (j - width) * rows + (j - width);
      double* const four = x + j - width;
      subtract_four_products(four, block + width, rows, x + j, rows - j);
      for (std::size_t k = width; k-- > 0;) {
        for (std::size_t i = k + 1; i < width; ++i) four[k] -= block[k * rows + i] * four[i];
        four[k] *= block[k * rows + k];
      }
    }
  }

 private:
  static constexpr std::size_t width = 4;
  using Four [[gnu::vector_size(width * sizeof(double))]] = double;

  static void load(Four& vector, const double* from) { __builtin_memcpy(&vector, from, sizeof vector); }
  static void store(double* to, const Four& vector) { __builtin_memcpy(to, &vector, sizeof vector); }
  static void fill(Four& vector, double entry) { vector = Four{entry, entry, entry, entry}; }

  // Computes target -= a b^T, where target has height x count entries at the distance target_rows of columns,
  // count <= 4; a has depth columns at the distance rows, and b is the first count rows of a.
  static void subtract_product(double* target, std::size_t target_rows, std::size_t height, std::size_t count,
                               const double* a, std::size_t rows, std::size_t depth) {
    if (depth == 0) return;
    switch (count) {
      case 4:
        return subtract_columns<4>(target, target_rows, height, a, rows, depth);
      case 3:
        return subtract_columns<3>(target, target_rows, height, a, rows, depth);
      case 2:
        return subtract_columns<2>(target, target_rows, height, a, rows, depth);
      default:
        return subtract_columns<1>(target, target_rows, height, a, rows, depth);
    }
  }

  template <std::size_t count>
  static void subtract_columns(double* target, std::size_t target_rows, std::size_t height, const double* a,
                               std::size_t rows, std::size_t depth) {
    std::size_t i = 0;
    if constexpr (Instructions::vectors_per_tile == 2) {
      for (; i + 2 * width <= height; i += 2 * width) {
        subtract_tile<2, count>(target + i, target_rows, a + i, a, rows, depth);
      }
    }
    for (; i + width <= height; i += width) subtract_tile<1, count>(target + i, target_rows, a + i, a, rows, depth);
    for (; i < height; ++i) {
      double sums[count] = {};
      for (std::size_t k = 0; k < depth; ++k) {
        for (std::size_t j = 0; j < count; ++j) sums[j] += a[k * rows + i] * a[k * rows + j];
      }
      for (std::size_t j = 0; j < count; ++j) target[j * target_rows + i] -= sums[j];
    }
  }

  // Subtracts a tile of the product. The sums stay in registers while k runs.
  template <std::size_t vectors, std::size_t count>
  static void subtract_tile(double* target, std::size_t target_rows, const double* a, const double* b, std::size_t rows,
                            std::size_t depth) {
    Four sums[vectors][count] = {};
    for (std::size_t k = 0; k < depth; ++k) {
      Four left[vectors];
      for (std::size_t i = 0; i < vectors; ++i) load(left[i], a + k * rows + i * width);
      for (std::size_t j = 0; j < count; ++j) {
        Four right;
        fill(right, b[k * rows + j]);
        for (std::size_t i = 0; i < vectors; ++i) sums[i][j] += left[i] * right;
      }
    }
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t i = 0; i < vectors; ++i) {
        double* const place = target + j * target_rows + i * width;
        Four before;
        load(before, place);
        store(place, before - sums[i][j]);
      }
    }
  }

  // Eliminates columns that owe nothing any more to earlier ones, only to each other; the first entry is a diagonal
  // one.
  static void eliminate_block(double* columns, std::size_t rows, std::size_t height, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) {
      double* const column = columns + j * rows;
      for (std::size_t k = 0; k < j; ++k) {
        add_multiple(column + j, height - j, columns + k * rows + j, -columns[k * rows + j]);
      }
      const double inverse = 1 / std::sqrt(column[j]);
      column[j] = inverse;
      for (std::size_t i = j + 1; i < height; ++i) column[i] *= inverse;
    }
  }

  static void add_multiple(double* target, std::size_t length, const double* column, double factor) {
    std::size_t i = 0;
    for (; i + width <= length; i += width) {
      Four sum;
      Four entries;
      load(sum, target + i);
      load(entries, column + i);
      store(target + i, sum + entries * factor);
    }
    for (; i < length; ++i) target[i] += column[i] * factor;
  }

  static void subtract_four_columns(double* target, std::size_t length, const double* columns, std::size_t rows,
                                    const double* factor) {
    const double* const a0 = columns;
    const double* const a1 = a0 + rows;
    const double* const a2 = a1 + rows;
    const double* const a3 = a2 + rows;
    const double f0 = factor[0];
    const double f1 = factor[1];
    const double f2 = factor[2];
    const double f3 = factor[3];
    std::size_t i = 0;
    for (; i + width <= length; i += width) {
      Four sum;
      Four c0;
      Four c1;
      Four c2;
      Four c3;
      load(sum, target + i);
      load(c0, a0 + i);
      load(c1, a1 + i);
      load(c2, a2 + i);
      load(c3, a3 + i);
      store(target + i, sum - ((c0 * f0 + c1 * f1) + (c2 * f2 + c3 * f3)));
    }
    for (; i < length; ++i) target[i] -= (a0[i] * f0 + a1[i] * f1) + (a2[i] * f2 + a3[i] * f3);
  }

  static double sum_of(const Four& vector) { return (vector[0] + vector[1]) + (vector[2] + vector[3]); }

  static double product(const double* a, const double* b, std::size_t length) {
    Four sums = {};
    std::size_t i = 0;
    for (; i + width <= length; i += width) {
      Four left;
      Four right;
      load(left, a + i);
      load(right, b + i);
      sums += left * right;
    }
    double sum = sum_of(sums);
    for (; i < length; ++i) sum += a[i] * b[i];
    return sum;
  }

  // Subtracts the products of four columns with x at once: one sum alone would wait for its own last addition.
  static void subtract_four_products(double* target, const double* columns, std::size_t rows, const double* x,
                                     std::size_t length) {
    Four sums[width] = {};
    std::size_t i = 0;
    for (; i + width <= length; i += width) {
      Four right;
      load(right, x + i);
      for (std::size_t j = 0; j < width; ++j) {
        Four left;
        load(left, columns + j * rows + i);
        sums[j] += left * right;
      }
    }
    for (std::size_t j = 0; j < width; ++j) {
      double sum = sum_of(sums[j]);
      for (std::size_t rest = i; rest < length; ++rest) sum += columns[j * rows + rest] * x[rest];
      target[j] -= sum;
    }
  }
};

}  // namespace gaptv
