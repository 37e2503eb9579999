// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>  // tells which C library this is

// Marks a function that is compiled once for every x86-64 processor and again for newer ones, which work on more
// numbers at a time; the loader picks the one that fits. Results are the same to the last bit: nothing contracts
// multiplications and additions. Elsewhere, and beside sanitizers (which start after the loader has picked), it means
// nothing.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define GAPTV_PROCESSOR_CLONES __attribute__((target_clones("default", "avx2", "arch=x86-64-v4")))
#else
#define GAPTV_PROCESSOR_CLONES
#endif
