// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>

namespace gaptv {

// Does the work on one dense front of a Cholesky factorisation. A front has as many columns as pivots, one after the
// other, each with the same number of rows: those of the pivots, then those of its border. Only entries on and below
// the diagonal count; what stands above it is undefined.
struct FrontKernels {
  // Replaces the columns by those of the factor, with the inverse of the diagonal on the diagonal, and subtracts from
  // remainder (the square matrix of the border) what their elimination takes away.
  void (*eliminate)(double* columns, std::size_t rows, std::size_t pivots, double* remainder);
  // Substitutes forward: x is the right side, first that of the pivots, then that of the border. Solves for the pivots
  // and subtracts from the border what they contribute.
  void (*forward)(const double* columns, std::size_t rows, std::size_t pivots, double* x);
  // Substitutes backward: solves for the pivots, given the border's part of the solution.
  void (*backward)(const double* columns, std::size_t rows, std::size_t pivots, double* x);
};

// Returns the fastest kernels for this processor. All kernels add and multiply in the same order, without fused
// operations: every processor gives the same bytes.
const FrontKernels& front_kernels();

// Return the kernels for any processor, and (in builds for x86-64 only) those for processors with AVX2.
const FrontKernels& portable_front_kernels();
const FrontKernels& avx2_front_kernels();

}  // namespace gaptv
