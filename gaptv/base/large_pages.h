// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>

namespace gaptv {

// Tells the system that this memory, not yet touched, will be used from end to end, so that it may come in large pages:
// the first touch of a hundred megabytes otherwise costs as much as several passes over them. Does nothing for small
// pieces or where the system knows no such advice.
void advise_large_pages(void* memory, std::size_t bytes);

// Gives memory that was freed back to the system, which some C libraries keep for later.
void return_freed_memory();

}  // namespace gaptv
