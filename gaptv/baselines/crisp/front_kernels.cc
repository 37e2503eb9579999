// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/crisp/front_kernels.h"

#include "gaptv/baselines/crisp/front_kernels_body.h"

namespace gaptv {
namespace {

struct AnyProcessor {
  static constexpr int vectors_per_tile = 1;
};

}  // namespace

const FrontKernels& portable_front_kernels() {
  using Body = FrontKernelsBody<AnyProcessor>;
  static constexpr FrontKernels kernels{&Body::eliminate, &Body::forward, &Body::backward};
  return kernels;
}

#ifdef GAPTV_HAS_AVX2_KERNELS
const FrontKernels& front_kernels() {
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  return has_avx2 ? avx2_front_kernels() : portable_front_kernels();
}
#else
const FrontKernels& front_kernels() {
  return portable_front_kernels();
}
#endif

}  // namespace gaptv
