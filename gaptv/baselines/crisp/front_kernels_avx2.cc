// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// Compiled for processors with AVX2 (CMakeLists.txt); nothing here may be called on others.
#include "gaptv/baselines/crisp/front_kernels.h"
#include "gaptv/baselines/crisp/front_kernels_body.h"

namespace gaptv {
namespace {

struct Avx2 {
  static constexpr int vectors_per_tile = 2;
};

}  // namespace

const FrontKernels& avx2_front_kernels() {
  using Body = FrontKernelsBody<Avx2>;
  static constexpr FrontKernels kernels{&Body::eliminate, &Body::forward, &Body::backward};
  return kernels;
}

}  // namespace gaptv
